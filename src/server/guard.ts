import { timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { contentDigest } from "../files/content-digest.ts";
import type { Problem } from "./contract.ts";

export interface GuardOptions {
  /** Known to the person who started the server. */
  readonly token: string;
  /** `host:port` as browsers may write it: other names would be another site's. */
  readonly hosts: ReadonlySet<string>;
  readonly port: number;
}

const mostBodyBytes = 8 * 2 ** 20;

/** Only style sheets of ours: styles within the page carry what is made up for each start. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What every answer says about itself. */
export function withHeaders({ nonce }: { readonly nonce: string }): MiddlewareHandler {
  const rules = policy(nonce);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set("content-security-policy", rules);
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "no-referrer");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("cross-origin-resource-policy", "same-origin");
    if (!headers.has("cache-control")) headers.set("cache-control", "no-cache");
  };
}

/**
 * Lets in those who have the token, once in the address or in a header and from then on as a
 * cookie, and who come from our own pages: a name that another site points at this machine, or a
 * page of another site, gets nothing.
 */
export function guard(options: GuardOptions): MiddlewareHandler {
  const cookie = `vidimus-${options.port}`;
  // Known to those who were let in; the token itself is in no answer.
  const pass = contentDigest(`vidimus view ${options.token}`);
  return async (context, next) => {
    const host = context.req.header("host") ?? "";
    if (!options.hosts.has(host.toLowerCase()))
      return refuse(context, 403, `this server is not called ${host}`);
    const origin = context.req.header("origin");
    if (origin !== undefined && !isOwnOrigin(origin, options.hosts))
      return refuse(context, 403, `requests from ${origin} are not answered`);
    const site = context.req.header("sec-fetch-site") ?? "none";
    const isRead = context.req.method === "GET" || context.req.method === "HEAD";
    const isLink = isRead && context.req.header("sec-fetch-mode") === "navigate";
    // Another port of this machine is the same site, and no page of ours.
    if (site !== "same-origin" && site !== "none" && !isLink)
      return refuse(context, 403, "requests from other sites are not answered");
    const isKnown = hasBearer(context, options);
    if (!isRead && origin === undefined && !isKnown)
      return refuse(context, 403, "changes need an Origin header, or the token as Authorization");
    const given = context.req.query("token");
    if (given !== undefined && isSame(given, options.token)) {
      setCookie(context, cookie, pass, { httpOnly: true, sameSite: "Strict", path: "/" });
      return next();
    }
    const kept = getCookie(context, cookie);
    if (isKnown || (kept !== undefined && isSame(kept, pass))) return next();
    return refuse(
      context,
      401,
      "this address needs its token",
      "open the address that `vidimus view` printed",
    );
  };
}

/** Only what is below `api/` can be changed. */
export const onlyReads: MiddlewareHandler = async (context, next) => {
  const { method, path } = context.req;
  if (method === "GET" || method === "HEAD" || path.startsWith("/api/")) return next();
  context.header("allow", "GET, HEAD");
  return refuse(context, 405, `${method} is not possible here`);
};

/** Bodies beyond what any page sends. */
export const limitBody: MiddlewareHandler = bodyLimit({
  maxSize: mostBodyBytes,
  onError: (context) => refuse(context, 413, `a request may have ${mostBodyBytes} bytes at most`),
});

export function refuse(
  context: Context,
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 416 | 500,
  error: string,
  hint?: string,
): Response {
  const problem: Problem = { error, ...(hint === undefined ? {} : { hint }) };
  return context.json(problem, status);
}

function hasBearer(context: Context, { token }: GuardOptions): boolean {
  const header = context.req.header("authorization") ?? "";
  return header.startsWith("Bearer ") && isSame(header.slice("Bearer ".length), token);
}

function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/(.+)$/.exec(origin.toLowerCase());
  return match !== null && hosts.has(match[1]!);
}

/** Without telling by its time how much of it was right. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(contentDigest(given)), Buffer.from(contentDigest(token)));
}

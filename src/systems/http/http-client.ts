import type { Dispatcher } from "undici";
import { limitedBytes } from "../../files/limited-bytes.ts";
import {
  type JsonPost,
  longestReplyBytes,
  postJson,
  sendWhole,
  type WholeReply,
} from "./post-json.ts";

/**
 * How requests leave: one pool of connections per system; how fast is the engine's business. No
 * reply is read beyond 64 MB.
 */
export interface HttpClient extends AsyncDisposable {
  readonly fetch: typeof globalThis.fetch;
  /**
   * The same for files of many replies, such as those of batches, which may be as long as a text
   * can be.
   */
  readonly fetchFile: typeof globalThis.fetch;
  /**
   * The same for replies that are short and needed whole: without web streams it takes half the
   * processor time.
   */
  readonly fetchWhole: typeof globalThis.fetch;
  /** The leanest way: JSON out, a whole reply in. */
  post(request: JsonPost, signal: AbortSignal): Promise<WholeReply>;
}

const connectTimeoutMs = 15_000;
/** The longest text that can be held as one. */
const longestFileBytes = 512 * 1024 * 1024 - 1024;

const proxyVariables = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Requests go through the proxy that HTTP_PROXY or HTTPS_PROXY names, but for hosts in NO_PROXY and
 * for servers on this machine.
 */
export async function agentFor(
  environment: Environment,
  connections: number | undefined,
): Promise<Dispatcher> {
  const limits = {
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 10_000,
    ...(connections === undefined ? {} : { connections }),
  };
  const options = { connect: { timeout: connectTimeoutMs }, ...limits };
  const without = (environment.no_proxy ?? environment.NO_PROXY ?? "").trim();
  if (without === "*" || !proxyVariables.some((name) => environment[name])) {
    const { DirectAgent } = await import("./direct-agent.ts");
    return new DirectAgent(options);
  }
  const { EnvHttpProxyAgent } = await import("undici");
  return new EnvHttpProxyAgent({
    ...options,
    noProxy: [without, "localhost", "127.0.0.1", "[::1]"].filter((host) => host !== "").join(","),
  });
}

/**
 * Opens nothing before the first request. Without a number of connections it opens another one
 * whenever none is free at that very moment, which becomes twice as many as there are requests at a
 * time.
 */
export function httpClient(connections?: number): HttpClient {
  let opened: Promise<Dispatcher> | undefined;
  let ready: Dispatcher | undefined;
  const agent = () => {
    opened ??= agentFor(process.env, connections).then((one) => {
      ready = one;
      return one;
    });
    return opened;
  };
  const sending = (mostBytes: number) => async (input: unknown, init: unknown) => {
    const { fetch, Response } = await import("undici");
    const reply = await fetch(input as string, { ...(init as object), dispatcher: await agent() });
    if (!reply.body) return reply;
    const { status, statusText, headers } = reply;
    return new Response(ReadableStream.from(limitedBytes(reply.body, mostBytes)), {
      status,
      statusText,
      headers,
    });
  };
  return {
    fetch: sending(longestReplyBytes) as unknown as typeof globalThis.fetch,
    fetchFile: sending(longestFileBytes) as unknown as typeof globalThis.fetch,
    fetchWhole: (async (input: string, init: RequestInit = {}) => {
      const { method = "GET", headers, body, signal } = init;
      const { origin, pathname, search } = new URL(input);
      const sent = {
        origin,
        path: `${pathname}${search}`,
        method,
        headers: (headers ?? {}) as Record<string, string>,
      };
      const text = typeof body === "string" ? { body } : {};
      const reply = await sendWhole(await agent(), { ...sent, ...text }, signal ?? never);
      return wholeResponse(reply.status, reply.headers, reply.bytes);
    }) as unknown as typeof globalThis.fetch,
    post: (request, signal) =>
      ready
        ? postJson(ready, request, signal)
        : agent().then((one) => postJson(one, request, signal)),
    [Symbol.asyncDispose]: async () => (await opened)?.destroy(),
  };
}

const never = new AbortController().signal;

/** As much of a `Response` as providers' packages read of a reply that is here already. */
function wholeResponse(status: number, raw: WholeReply["headers"], bytes: Uint8Array): Response {
  const headers = new Map(Object.entries(raw).map(([name, value]) => [name, value ?? ""] as const));
  let isRead = false;
  const reader = {
    async read() {
      const done = isRead;
      isRead = true;
      return done ? { done, value: undefined } : { done, value: bytes };
    },
    async cancel() {},
    releaseLock() {},
  };
  const text = () => new TextDecoder().decode(bytes);
  const response = {
    ok: status >= 200 && status < 300,
    status,
    statusText: "",
    headers: {
      get: (name: string) => headers.get(name.toLowerCase()) ?? null,
      [Symbol.iterator]: () => headers[Symbol.iterator](),
    },
    body: bytes.length === 0 ? null : { getReader: () => reader, cancel: reader.cancel },
    text: async () => text(),
    json: async () => JSON.parse(text()) as unknown,
  };
  return response as unknown as Response;
}

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HubRepository {
  readonly commit: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Needs this token. */
  readonly token?: string;
  readonly isGated?: boolean;
  /** Lets anybody see which files there are, as the hub does of gated ones. */
  readonly listsOpenly?: boolean;
}

/** What a path does wrong, once or as often as said. */
interface Trouble {
  readonly kind: "rate-limited" | "cut" | "damaged" | "broken" | "no-ranges" | "unknown";
  times: number;
}

export interface HubServer extends AsyncDisposable {
  readonly endpoint: string;
  /** Every request that arrived: method-free path, with the range where one was asked for. */
  readonly requests: string[];
  readonly authorizations: (string | undefined)[];
  /** What was sent to the address that files are redirected to. */
  readonly storeAuthorizations: (string | undefined)[];
  readonly troubles: Map<string, Trouble>;
}

/**
 * A server that answers as the hub does: revision and tree of a dataset or model (in pages of two),
 * files by redirect to a second server that wants no token, ranges, error codes in headers; and
 * that can be told to misbehave.
 */
export async function hubServer(
  repositories: Readonly<Record<string, HubRepository>>,
): Promise<HubServer> {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const storeAuthorizations: (string | undefined)[] = [];
  const troubles = new Map<string, Trouble>();
  const note = (request: IncomingMessage) => {
    const url = new URL(request.url ?? "/", "http://hub");
    requests.push(`${url.pathname}${request.headers.range ? ` ${request.headers.range}` : ""}`);
    return url;
  };
  const store = createServer((request, response) => {
    const url = note(request);
    storeAuthorizations.push(request.headers.authorization);
    sendFile(
      { request, response, url, repositories, troubles, store: "" },
      decodeURIComponent(url.pathname.slice(5)),
    );
  });
  const storeAddress = await listening(store);
  const server = createServer((request, response) => {
    const url = note(request);
    authorizations.push(request.headers.authorization);
    answer({ request, response, url, repositories, troubles, store: storeAddress });
  });
  return {
    endpoint: await listening(server),
    requests,
    authorizations,
    storeAuthorizations,
    troubles,
    async [Symbol.asyncDispose]() {
      for (const each of [server, store]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly repositories: Readonly<Record<string, HubRepository>>;
  readonly troubles: Map<string, Trouble>;
  /** Where files lie. */
  readonly store: string;
}

function answer(exchange: Exchange): void {
  const { url, request, response, repositories } = exchange;
  const asked =
    /^\/api\/(?:datasets|models)\/([^/]+\/[^/]+)\/(auth-check)$/.exec(url.pathname) ??
    /^\/api\/(?:datasets|models)\/([^/]+\/[^/]+)\/(revision|tree)\/([^/]+)$/.exec(url.pathname) ??
    /^(?:\/datasets)?\/([^/]+\/[^/]+)\/(resolve)\/([^/]+)\/(.+)$/.exec(url.pathname);
  const [, name = "", what, revision = "", path = ""] = asked ?? [];
  const repository = repositories[name];
  const isAllowed =
    repository?.token === undefined ||
    request.headers.authorization === `Bearer ${repository.token}`;
  if (!asked) refuse(response, 404, "EntryNotFound");
  else if (!repository) refuse(response, request.headers.authorization ? 404 : 401, "RepoNotFound");
  else if (!isAllowed && !(repository.listsOpenly && what !== "auth-check" && what !== "resolve"))
    refuse(
      response,
      repository.isGated ? 403 : 401,
      repository.isGated ? "GatedRepo" : "RepoNotFound",
    );
  else if (isTroubled(exchange, url.pathname)) return;
  else if (what === "auth-check") json(response, {});
  else if (revision !== repository.commit && revision !== "main")
    refuse(response, 404, "RevisionNotFound");
  else if (what === "revision") json(response, { id: name, sha: repository.commit });
  else if (what === "tree") sendTree(exchange, repository);
  else if (!(decodeURIComponent(path) in repository.files)) refuse(response, 404, "EntryNotFound");
  else {
    const place = encodeURIComponent(`${name}/${decodeURIComponent(path)}`);
    response.writeHead(302, { location: `${exchange.store}/cdn/${place}?signature=secret` }).end();
  }
}

function sendTree({ url, response }: Exchange, { files }: HubRepository): void {
  const from = Number(url.searchParams.get("cursor") ?? 0);
  const entries = Object.entries(files).map(([path, content]) =>
    treeEntry(path, Buffer.from(content as string)),
  );
  if (from + 2 < entries.length) {
    const next = new URL(url);
    next.searchParams.set("cursor", String(from + 2));
    response.setHeader("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  json(
    response,
    [{ type: "directory", path: "data", oid: "0".repeat(40), size: 0 }, ...entries].slice(
      from === 0 ? 0 : from + 1,
      from + 3,
    ),
  );
}

/** Texts lie in Git itself, everything else as large files. */
function treeEntry(path: string, content: Buffer) {
  const oid = createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
  if (/\.(?:md|json)$/.test(path)) return { type: "file", path, oid, size: content.length };
  const sha256 = createHash("sha256").update(content).digest("hex");
  return {
    type: "file",
    path,
    oid: "1".repeat(40),
    size: content.length,
    lfs: { oid: sha256, size: content.length, pointerSize: 130 },
  };
}

function sendFile(exchange: Exchange, path: string): void {
  const { request, response, repositories, troubles } = exchange;
  const [owner, name, ...rest] = path.split("/");
  const content = Buffer.from(repositories[`${owner}/${name}`]!.files[rest.join("/")] as string);
  if (isTroubled(exchange, rest.join("/"))) return;
  const trouble = takeTrouble(troubles, rest.join("/"));
  const range =
    trouble?.kind === "no-ranges"
      ? undefined
      : /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1];
  const from = Number(range ?? 0);
  if (from >= content.length && from > 0) {
    response.writeHead(416).end();
    return;
  }
  const body = content.subarray(from);
  response.writeHead(range === undefined ? 200 : 206, {
    "content-length": body.length,
    ...(range === undefined
      ? {}
      : { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` }),
  });
  if (trouble?.kind === "cut") {
    // What was written needs a moment to leave.
    response.write(body.subarray(0, Math.floor(body.length / 2)), () =>
      setTimeout(() => response.destroy(), 50),
    );
    return;
  }
  response.end(trouble?.kind === "damaged" ? Buffer.from(body.map((byte) => byte ^ 1)) : body);
}

function takeTrouble(troubles: Map<string, Trouble>, path: string): Trouble | undefined {
  const trouble = troubles.get(path);
  if (!trouble || trouble.times <= 0) return undefined;
  trouble.times--;
  return trouble;
}

/** Answers in place of what was asked for, where that is the trouble. */
function isTroubled({ response, troubles }: Exchange, path: string): boolean {
  const waiting = troubles.get(path);
  if (
    !waiting ||
    !["rate-limited", "broken", "unknown"].includes(waiting.kind) ||
    !takeTrouble(troubles, path)
  )
    return false;
  if (waiting.kind === "rate-limited")
    response.writeHead(429, { "retry-after": "0.02" }).end("slow down");
  else response.writeHead(waiting.kind === "unknown" ? 404 : 503).end();
  return true;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "x-error-code": code, "x-error-message": code }).end();
}

function json(response: ServerResponse, value: unknown): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(value));
}

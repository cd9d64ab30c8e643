import type { Dispatcher } from "undici";
import { type JsonPost, postJson, type WholeReply } from "./post-json.ts";

/** How requests leave: one pool of connections per system; how fast is the engine's business. */
export interface HttpClient extends AsyncDisposable {
  readonly fetch: typeof globalThis.fetch;
  /** The same for replies that are short and needed whole: without web streams it takes half the processor time. */
  readonly fetchWhole: typeof globalThis.fetch;
  /** The leanest way: JSON out, a whole reply in. */
  post(request: JsonPost, signal: AbortSignal): Promise<WholeReply>;
}

const connectTimeoutMs = 15_000;

const proxyVariables = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"];

type Environment = Readonly<Record<string, string | undefined>>;

/** Requests go through the proxy that HTTP_PROXY or HTTPS_PROXY names, but for hosts in NO_PROXY and for servers on this machine. */
async function agentFor(environment: Environment, connections: number | undefined): Promise<Dispatcher> {
  const limits = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 10_000, ...(connections === undefined ? {} : { connections }) };
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
 * Opens nothing before the first request. Without a number of connections it opens another one whenever none is free at that very moment, which
 * becomes twice as many as there are requests at a time.
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
  const send = async (input: unknown, init: unknown) => {
    const { fetch } = await import("undici");
    return fetch(input as string, { ...(init as object), dispatcher: await agent() });
  };
  return {
    fetch: send as unknown as typeof globalThis.fetch,
    fetchWhole: (async (input: string, init: RequestInit = {}) => {
      const { method = "GET", headers, body, signal } = init;
      const { request } = await import("undici");
      const reply = await request(input, {
        dispatcher: await agent(),
        method: method as "POST",
        headers: headers as Record<string, string>,
        ...(typeof body === "string" ? { body } : {}),
        ...(signal ? { signal } : {}),
      });
      return wholeResponse(reply.statusCode, reply.headers, await reply.body.bytes());
    }) as unknown as typeof globalThis.fetch,
    post: (request, signal) => (ready ? postJson(ready, request, signal) : agent().then((one) => postJson(one, request, signal))),
    [Symbol.asyncDispose]: async () => (await opened)?.destroy(),
  };
}

type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** As much of a `Response` as providers' packages read of a reply that is here already. */
function wholeResponse(status: number, raw: RawHeaders, bytes: Uint8Array): Response {
  const entries = Object.entries(raw).map(([name, value]) => [name, typeof value === "string" ? value : (value ?? []).join(", ")] as const);
  const headers = new Map(entries);
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
    headers: { get: (name: string) => headers.get(name.toLowerCase()) ?? null, [Symbol.iterator]: () => headers[Symbol.iterator]() },
    body: bytes.length === 0 ? null : { getReader: () => reader, cancel: reader.cancel },
    text: async () => text(),
    json: async () => JSON.parse(text()) as unknown,
  };
  return response as unknown as Response;
}

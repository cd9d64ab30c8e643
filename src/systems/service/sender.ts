import type { Asked } from "../../core/asking/asked.ts";
import { countKeys, mostLevels } from "../../core/json.ts";
import { answered, failed } from "../../core/run/outcome.ts";
import { classifyFailure } from "../http/classify-failure.ts";
import type { HttpClient } from "../http/http-client.ts";
import { readPace } from "../http/read-pace.ts";
import { serviceFacts } from "./service-facts.ts";
import type { ServiceSettings } from "./service-settings.ts";

/** What came of a request. */
interface Sent {
  readonly asked: Asked<unknown>;
  /** Absent where no reply came. */
  readonly status?: number;
}

export type Send = (url: string, body: unknown, signal: AbortSignal) => Promise<Sent>;

/** Sends one request and gives its whole reply as JSON. */
export function sender(
  { method, headers }: Pick<ServiceSettings, "method" | "headers">,
  client: HttpClient,
): Send {
  return async (url, body, signal) => {
    const start = performance.now();
    let reply: Response | undefined;
    let text = "";
    try {
      const sent = method === "GET" ? {} : { body: JSON.stringify(body) };
      reply = await client.fetchWhole(url, {
        method,
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        signal,
        ...sent,
      });
      text = await reply.text();
      const told = { status: reply.status, headers: Object.fromEntries(reply.headers), body: text };
      if (!reply.ok) return { asked: classifyFailure(told, Date.now()), status: reply.status };
      const pace = readPace(told.headers, Date.now());
      const value: unknown = JSON.parse(text);
      if (countKeys(value) === undefined)
        return {
          asked: failed("deterministic", `the reply is nested more than ${mostLevels} levels deep`),
          status: reply.status,
        };
      const facts = {
        totalMs: Math.round(performance.now() - start),
        ...requestId(told.headers),
        ...serviceFacts(value),
      };
      return {
        asked: { ...answered(value), facts, ...(pace ? { pace } : {}) },
        status: reply.status,
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const told = reply
        ? { status: reply.status, headers: Object.fromEntries(reply.headers), body: text }
        : {};
      return { asked: classifyFailure({ ...told, error }, Date.now()) };
    }
  };
}

function requestId(headers: Readonly<Record<string, string>>): { readonly requestId?: string } {
  const id = headers["x-request-id"];
  return id === undefined ? {} : { requestId: id };
}

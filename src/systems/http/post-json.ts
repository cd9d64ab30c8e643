import type { Dispatcher } from "undici";
import type { ReplyHeaders } from "./read-pace.ts";

/** A request as it is sent: the body is JSON already. */
export interface JsonPost {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A reply that came whole, whatever its status. */
export interface WholeReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: string;
}

/**
 * Sends JSON and takes the reply whole. Rejects where no whole reply came, or with the signal's reason. It hears of a reply from the pool of
 * connections directly: a stream for a body that is there at once would take longer than sending and reading it (benchmark `engine`).
 */
export function postJson(dispatcher: Dispatcher, { origin, path, headers, body }: JsonPost, signal: AbortSignal): Promise<WholeReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeReply>();
  const chunks: Buffer[] = [];
  let status = 0;
  let replyHeaders: ReplyHeaders = {};
  let controller: Dispatcher.DispatchController | undefined;
  const leave = () => {
    controller?.abort(errorOf(signal.reason));
    reject(signal.reason);
  };
  signal.addEventListener("abort", leave, { once: true });
  dispatcher.dispatch(
    { origin, path, method: "POST", headers, body },
    {
      onRequestStart(given) {
        controller = given;
        if (signal.aborted) leave();
      },
      onResponseStart(_, statusCode, given) {
        status = statusCode;
        replyHeaders = singleValues(given);
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        signal.removeEventListener("abort", leave);
        resolve({ status, headers: replyHeaders, body: textOf(chunks) });
      },
      onResponseError(_, error) {
        signal.removeEventListener("abort", leave);
        reject(error);
      },
    },
  );
  return promise;
}

function textOf(chunks: readonly Buffer[]): string {
  return (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString("utf8");
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function singleValues(headers: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  const single: Record<string, string | undefined> = {};
  for (const name in headers) {
    const value = headers[name];
    single[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return single;
}

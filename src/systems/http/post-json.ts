import type { Dispatcher } from "undici";
import { TooManyBytes } from "../../files/limited-bytes.ts";
import { decodeBody } from "./decode-body.ts";
import type { ReplyHeaders } from "./read-pace.ts";

/** A request as it is sent: the body is JSON already. */
export interface JsonPost {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A reply that came whole, whatever its status. */
export interface WholeReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: string;
}

/** The same by any method, also without a body. */
export interface PlainRequest extends Omit<JsonPost, "body"> {
  readonly method: Dispatcher.HttpMethod;
  readonly body?: JsonPost["body"];
}

interface WholeBytes extends Pick<WholeReply, "status" | "headers"> {
  readonly bytes: Buffer;
  /** When the reply began, by `performance.now()`. */
  readonly beganMs: number;
}

/** A reply with so many bytes is no reply. */
export const longestReplyBytes = 64_000_000;

/** Sends JSON and takes the reply whole. Rejects as `sendWhole` does. */
export async function postJson(
  dispatcher: Dispatcher,
  post: JsonPost,
  signal: AbortSignal,
): Promise<WholeReply> {
  const request = { ...post, method: "POST" as const };
  const { status, headers, bytes } = await sendWhole(dispatcher, request, signal);
  return { status, headers, body: bytes.toString("utf8") };
}

/**
 * Sends a request and takes the reply whole. Rejects where no whole reply came, where it is too
 * long, or with the signal's reason. It hears of a reply from the pool of connections directly: a
 * stream for a body that is there at once would take longer than sending and reading it (benchmark
 * `engine`).
 */
export function sendWhole(
  dispatcher: Dispatcher,
  request: PlainRequest,
  signal: AbortSignal,
): Promise<WholeBytes> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeBytes>();
  const chunks: Buffer[] = [];
  let length = 0;
  let status = 0;
  let beganMs = 0;
  let replyHeaders: ReplyHeaders = {};
  let controller: Dispatcher.DispatchController | undefined;
  const leave = () => {
    controller?.abort(errorOf(signal.reason));
    reject(signal.reason);
  };
  signal.addEventListener("abort", leave, { once: true });
  dispatcher.dispatch(request, {
    onRequestStart(given) {
      controller = given;
      if (signal.aborted) leave();
    },
    onResponseStart(_, statusCode, given) {
      status = statusCode;
      beganMs = performance.now();
      replyHeaders = singleValues(given);
    },
    onResponseData(given, chunk) {
      length += chunk.length;
      if (length <= longestReplyBytes) chunks.push(chunk);
      else given.abort(new TooManyBytes(longestReplyBytes));
    },
    onResponseEnd() {
      signal.removeEventListener("abort", leave);
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      const { "content-encoding": encodings, ...rest } = replyHeaders;
      if (!encodings || bytes.length === 0)
        return resolve({ status, headers: replyHeaders, bytes, beganMs });
      const decoded = decodeBody(bytes, encodings, longestReplyBytes);
      resolve(decoded.then((plain) => ({ status, headers: rest, bytes: plain, beganMs })));
    },
    onResponseError(_, error) {
      signal.removeEventListener("abort", leave);
      reject(error);
    },
  });
  return promise;
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function singleValues(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReplyHeaders {
  const single: Record<string, string | undefined> = {};
  for (const name in headers) {
    const value = headers[name];
    single[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return single;
}

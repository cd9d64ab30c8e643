import type { HttpFailure } from "../../http/classify-failure.ts";

/** One request of a batch, as it would have been sent by itself. */
export interface BatchRequest {
  /** By which its reply is found: up to 64 letters and digits. */
  readonly id: string;
  /** The address it would have been sent to. */
  readonly url: string;
  /** JSON. */
  readonly body: string;
}

/** The reply to one request, as it would have come by itself. */
export interface BatchResult {
  readonly id: string;
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** A batch that a provider has taken. */
export interface SubmittedBatch {
  /** By the provider's name. */
  readonly batch: string;
  /** Of its requests, in their order. */
  readonly ids: readonly string[];
}

/** How a provider takes many requests at once and answers them later. */
export interface BatchInterface {
  readonly mostRequests: number;
  readonly mostBytes: number;
  /** Returns the provider's name for the batch. */
  submit(requests: readonly BatchRequest[], signal: AbortSignal): Promise<string>;
  /**
   * The replies of a batch that has ended; `undefined` while it is under way. Requests that were
   * not answered may be missing.
   */
  results(batch: SubmittedBatch, signal: AbortSignal): Promise<readonly BatchResult[] | undefined>;
  /** Deletes what a batch that has ended left with the provider; absent where it leaves nothing. */
  remove?(batch: string, signal: AbortSignal): Promise<void>;
}

/** Where a provider's batch interface is, and how to be let in. */
export interface BatchConnection {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

/** A batch interface refused something. */
export class BatchError extends Error implements HttpFailure {
  override readonly name = "BatchError";
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor({
    status,
    headers = {},
    body = "",
  }: Pick<HttpFailure, "status" | "body"> & { readonly headers?: Record<string, string> }) {
    super(`the batch interface replied ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

interface Sent {
  readonly method?: "POST" | "DELETE";
  readonly type?: string;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends one request to a batch interface and returns the text of its reply. */
export async function sendBatch(
  path: string,
  { baseUrl, headers, fetch }: BatchConnection,
  sent: Sent,
): Promise<string> {
  const { method = "GET", type = "application/json", body, signal } = sent;
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": type }) },
    ...(body === undefined ? {} : { body }),
    signal,
  });
  const text = await reply.text();
  if (!reply.ok)
    throw new BatchError({
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: text,
    });
  return text;
}

/** The objects of a text of JSON lines. */
export function jsonLines(text: string): readonly unknown[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);
}

/** An error in the form that providers' own replies have. */
export function errorBody(message: string, type: string): string {
  return JSON.stringify({ type: "error", error: { type, message } });
}

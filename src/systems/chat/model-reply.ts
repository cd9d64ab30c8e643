import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
  SharedV4Warning,
} from "@ai-sdk/provider";
import type { ReplyHeaders } from "../http/read-pace.ts";
import { memberAt } from "./member-at.ts";

/** What a model gave back, whole or streamed. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  readonly finish: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
  readonly warnings: readonly SharedV4Warning[];
  readonly headers: ReplyHeaders;
  readonly id: string | undefined;
  readonly model: string | undefined;
  /** The reply as it came, where it came whole. */
  readonly body: unknown;
  readonly firstTokenMs: number | undefined;
  readonly totalMs: number;
  /** Set where another ask of the very same words was answered by the same request. */
  readonly isShared?: true;
}

/** Asks a model once. */
export type Generate = (options: LanguageModelV4CallOptions) => Promise<ModelReply>;

/** Asks once and waits for the whole reply. */
export async function wholeReply(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<ModelReply> {
  const start = performance.now();
  const { content, finishReason, usage, warnings, response } = await model.doGenerate(options);
  return {
    text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    reasoning: content.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])).join("\n"),
    finish: finishReason,
    usage,
    warnings,
    headers: response?.headers ?? {},
    id: response?.id,
    model: response?.modelId,
    body: response?.body,
    firstTokenMs: undefined,
    totalMs: performance.now() - start,
  };
}

/** An error that came inside a stream, under status 200. */
export class StreamError extends Error {
  override readonly name = "StreamError";
  readonly data: unknown;
  readonly headers: ReplyHeaders;

  constructor(data: unknown, headers: ReplyHeaders) {
    super("the stream held an error", data instanceof Error ? { cause: data } : undefined);
    this.data = data;
    this.headers = headers;
  }
}

/** Ends for which OpenAI's Responses interface names no reason: a whole answer, and a refusal in words. Streams that broke off have another. */
const endsWithoutReason: ReadonlySet<string> = new Set(["stop", "content-filter"]);

/** Asks once and reads the reply as it comes. A stream that ends before the model says why is an error, never a short reply. */
export async function streamedReply(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<ModelReply> {
  const start = performance.now();
  const { stream, response } = await model.doStream({ ...options, includeRawChunks: true });
  const headers = response?.headers ?? {};
  let [text, reasoning, refusal] = ["", "", ""];
  let firstTokenMs: number | undefined;
  let ended: Pick<ModelReply, "finish" | "usage"> | undefined;
  let warnings: readonly SharedV4Warning[] = [];
  let [id, name]: (string | undefined)[] = [];
  let isLast = false;
  for await (const part of stream) {
    if (part.type === "raw") {
      // Google ends a stream by a reason beside the last text; text after it was delivered twice.
      const candidate = memberAt(part.rawValue, ["candidates", 0]);
      if (isLast && memberAt(candidate, ["content"]) !== undefined) throw new StreamError("the stream goes on after its end", headers);
      isLast ||= memberAt(candidate, ["finishReason"]) !== undefined;
      const refused = memberAt(part.rawValue, ["choices", 0, "delta", "refusal"]);
      if (typeof refused === "string") refusal += refused;
    }
    if (part.type === "error") throw new StreamError(part.error, headers);
    if (part.type === "text-delta" || part.type === "reasoning-delta") firstTokenMs ??= performance.now() - start;
    if (part.type === "text-delta") text += part.delta;
    else if (part.type === "reasoning-delta") reasoning += part.delta;
    else if (part.type === "stream-start") warnings = part.warnings;
    else if (part.type === "response-metadata") [id, name] = [part.id ?? id, part.modelId ?? name];
    else if (part.type === "finish") ended ??= { finish: part.finishReason, usage: part.usage };
  }
  if (!ended || (ended.finish.raw === undefined && !endsWithoutReason.has(ended.finish.unified)))
    throw new StreamError("the stream ended before the model did", headers);
  // Some packages pass over refusals in words.
  const isPassedOver = refusal !== "" && ended.finish.unified === "stop";
  return {
    text: isPassedOver ? text + refusal : text,
    reasoning,
    finish: isPassedOver ? { ...ended.finish, unified: "content-filter" } : ended.finish,
    usage: ended.usage,
    warnings,
    headers,
    id,
    model: name,
    body: undefined,
    firstTokenMs,
    totalMs: performance.now() - start,
  };
}

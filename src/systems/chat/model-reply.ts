import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from "@ai-sdk/provider";
import type { ReplyHeaders } from "../http/read-pace.ts";
import { memberAt } from "./member-at.ts";
import { laterCost, reportedCost, type ToldCost } from "./reported-cost.ts";

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
export async function wholeReply(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<ModelReply> {
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
    model: response?.modelId ?? reportedCost(response?.body).model,
    body: response?.body,
    firstTokenMs: undefined,
    totalMs: performance.now() - start,
  };
}

/** A stream of status 200 that held an error, or broke off. */
export class StreamError extends Error {
  override readonly name = "StreamError";
  readonly data: unknown;
  readonly headers: ReplyHeaders;
  /** What it said of its cost before. */
  readonly told: ToldCost;

  constructor(data: unknown, headers: ReplyHeaders, told: ToldCost) {
    super("the stream held an error", data instanceof Error ? { cause: data } : undefined);
    this.data = data;
    this.headers = headers;
    this.told = told;
  }
}

/**
 * Ends for which OpenAI's Responses interface names no reason: a whole answer, and a refusal in
 * words. Streams that broke off have another.
 */
const endsWithoutReason: ReadonlySet<string> = new Set(["stop", "content-filter"]);

/** What of a stream has come so far. */
interface Heard {
  text: string;
  reasoning: string;
  /** In words, where a package passes over them. */
  refusal: string;
  firstTokenMs?: number;
  ended?: Pick<ModelReply, "finish" | "usage">;
  warnings: readonly SharedV4Warning[];
  id?: string | undefined;
  model?: string | undefined;
  told: ToldCost;
  /** Google ends a stream by a reason beside the last text. */
  isLast: boolean;
}

/**
 * Asks once and reads the reply as it comes. A stream that ends before the model says why is an
 * error, never a short reply.
 */
export async function streamedReply(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<ModelReply> {
  const start = performance.now();
  const { stream, response } = await model.doStream({ ...options, includeRawChunks: true });
  const headers = response?.headers ?? {};
  const heard: Heard = {
    text: "",
    reasoning: "",
    refusal: "",
    warnings: [],
    told: {},
    isLast: false,
  };
  try {
    for await (const part of stream) {
      if (part.type === "text-delta" || part.type === "reasoning-delta")
        heard.firstTokenMs ??= performance.now() - start;
      hear(part, heard);
    }
  } catch (error) {
    throw new StreamError(error instanceof Unusable ? error.data : error, headers, heard.told);
  }
  const { text, reasoning, refusal, ended, firstTokenMs, warnings, id, model: name } = heard;
  if (!ended || (ended.finish.raw === undefined && !endsWithoutReason.has(ended.finish.unified)))
    throw new StreamError("the stream ended before the model did", headers, heard.told);
  const isPassedOver = refusal !== "" && ended.finish.unified === "stop";
  return {
    text: isPassedOver ? text + refusal : text,
    reasoning,
    finish: isPassedOver ? { ...ended.finish, unified: "content-filter" } : ended.finish,
    usage: ended.usage,
    warnings,
    headers,
    id,
    model: name ?? heard.told.model,
    body: undefined,
    firstTokenMs,
    totalMs: performance.now() - start,
  };
}

/** A part of a stream after which the rest is of no use. */
class Unusable extends Error {
  readonly data: unknown;

  constructor(data: unknown) {
    super("the stream is of no use");
    this.data = data;
  }
}

function hear(part: LanguageModelV4StreamPart, heard: Heard): void {
  if (part.type === "raw") hearRaw(part.rawValue, heard);
  else if (part.type === "error") throw new Unusable(part.error);
  else if (part.type === "text-delta") heard.text += part.delta;
  else if (part.type === "reasoning-delta") heard.reasoning += part.delta;
  else if (part.type === "stream-start") heard.warnings = part.warnings;
  else if (part.type === "response-metadata")
    [heard.id, heard.model] = [part.id ?? heard.id, part.modelId ?? heard.model];
  else if (part.type === "finish") heard.ended ??= { finish: part.finishReason, usage: part.usage };
}

/**
 * What packages keep to themselves: costs of streams that fail, refusals in words, and text behind
 * the end, which was delivered twice.
 */
function hearRaw(raw: unknown, heard: Heard): void {
  heard.told = laterCost(heard.told, reportedCost(raw));
  const candidate = memberAt(raw, ["candidates", 0]);
  if (heard.isLast && memberAt(candidate, ["content"]) !== undefined)
    throw new Unusable("the stream goes on after its end");
  heard.isLast ||= memberAt(candidate, ["finishReason"]) !== undefined;
  const refused = memberAt(raw, ["choices", 0, "delta", "refusal"]);
  if (typeof refused === "string") heard.refusal += refused;
}

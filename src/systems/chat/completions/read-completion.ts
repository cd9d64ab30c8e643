import type { LanguageModelV4FinishReason, LanguageModelV4Usage } from "@ai-sdk/provider";
import { isRecord } from "../../../core/json.ts";
import type { WholeReply } from "../../http/post-json.ts";
import { UnreadableReply } from "../../http/unreadable-reply.ts";
import { memberAt } from "../member-at.ts";
import type { ModelReply } from "../model-reply.ts";

/**
 * Reads a chat completion. Only what is needed for an answer is insisted on: servers leave out and
 * add members as they like.
 * @throws {UnreadableReply} where it is none, also under status 200.
 */
export function readCompletion(reply: WholeReply, totalMs: number): ModelReply {
  if (reply.status < 200 || reply.status >= 300) throw new UnreadableReply(reply);
  const body = parsed(reply);
  const choice = memberAt(body, ["choices", 0]);
  const message = memberAt(choice, ["message"]);
  if (!isRecord(body) || !isRecord(choice) || !isRecord(message))
    throw new UnreadableReply(reply, new Error("choices[0].message is missing"));
  const { text, reasoning } = contentOf(message.content);
  const refusal = textIn(message.refusal) ?? "";
  return {
    text: text + refusal,
    reasoning: [textIn(message.reasoning_content) ?? textIn(message.reasoning) ?? "", reasoning]
      .filter((one) => one !== "")
      .join("\n"),
    finish: finishOf(textIn(choice.finish_reason), refusal !== ""),
    usage: usageOf(body.usage),
    warnings: [],
    headers: reply.headers,
    id: textIn(body.id),
    model: textIn(body.model),
    body,
    firstTokenMs: undefined,
    totalMs,
  };
}

function parsed(reply: WholeReply): unknown {
  try {
    return JSON.parse(reply.body);
  } catch (error) {
    throw new UnreadableReply(reply, error);
  }
}

/** One text, or parts of text and thought. */
function contentOf(content: unknown): Pick<ModelReply, "text" | "reasoning"> {
  if (!Array.isArray(content)) return { text: textIn(content) ?? "", reasoning: "" };
  const texts = (type: string) => content.filter((part) => memberAt(part, ["type"]) === type);
  return {
    text: texts("text").map(partText).join(""),
    reasoning: texts("thinking")
      .flatMap((part) => memberAt(part, ["thinking"]))
      .map(partText)
      .join("\n"),
  };
}

function partText(part: unknown): string {
  return textIn(memberAt(part, ["text"])) ?? "";
}

const finishes: ReadonlyMap<string | undefined, LanguageModelV4FinishReason["unified"]> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["content_filter", "content-filter"],
  ["function_call", "tool-calls"],
  ["tool_calls", "tool-calls"],
]);

function finishOf(raw: string | undefined, isRefused: boolean): LanguageModelV4FinishReason {
  const unified = finishes.get(raw) ?? "other";
  return { unified: isRefused && unified === "stop" ? "content-filter" : unified, raw };
}

function usageOf(usage: unknown): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: countIn(memberAt(usage, ["prompt_tokens"])),
      noCache: undefined,
      cacheRead: countIn(memberAt(usage, ["prompt_tokens_details", "cached_tokens"])),
      cacheWrite: countIn(memberAt(usage, ["prompt_tokens_details", "cache_write_tokens"])),
    },
    outputTokens: {
      total: countIn(memberAt(usage, ["completion_tokens"])),
      text: undefined,
      reasoning: countIn(memberAt(usage, ["completion_tokens_details", "reasoning_tokens"])),
    },
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function countIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

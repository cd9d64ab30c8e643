import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Asked, ReplyFacts, TokenUsage } from "../../core/asking/asked.ts";
import type { ChatReply } from "../../core/asking/chat.ts";
import { answered, failed, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { readPace } from "../http/read-pace.ts";
import type { ModelReply } from "./model-reply.ts";
import { knownCounts } from "./reported-cost.ts";
import { splitThoughts } from "./split-thoughts.ts";

/** What a model's reply comes to, with everything that is known about it. */
export function readReply(
  reply: ModelReply,
  dropped: readonly string[],
  nowMs: number,
): Asked<ChatReply> {
  const pace = readPace(reply.headers, nowMs);
  return { ...outcomeOf(reply), facts: factsOf(reply, dropped), ...(pace ? { pace } : {}) };
}

/** Ends that are the server's doing and not the model's. */
const broken = /^(?:abort|aborted|cancel|cancelled|canceled|error)$/i;

function outcomeOf({ text, reasoning, finish, usage }: ModelReply): Outcome<ChatReply> {
  const { answer, thoughts, isFinished } = splitThoughts(text);
  const thought = [reasoning, thoughts].filter((one) => one !== "").join("\n");
  if (finish.unified === "content-filter")
    return noAnswer(
      "refused",
      answer || `stopped by a content filter (${finish.raw ?? "no reason given"})`,
    );
  if (
    finish.unified === "error" ||
    finish.unified === "interrupted" ||
    broken.test(finish.raw ?? "")
  )
    return failed("transient", `the model was stopped: ${finish.raw ?? finish.unified}`);
  const withThoughts = thought === "" ? {} : { reasoning: thought };
  if (finish.unified === "length")
    return answered({ text: isFinished ? answer : "", finish: "length", ...withThoughts });
  if (!isFinished) return noAnswer("truncated", "the reply ends inside the model's thoughts");
  if (answer.trim() === "")
    return nothingSaid(thought !== "" || (usage.outputTokens.total ?? 0) > 0);
  return answered({ text: answer, finish: "stop", ...withThoughts });
}

/**
 * A model that thought or wrote tokens and then said nothing gave no answer; a reply without any of
 * it is the server's failure.
 */
function nothingSaid(isModels: boolean): Outcome<ChatReply> {
  return isModels
    ? noAnswer("unparsed", "the model ended without saying anything")
    : failed("transient", "the reply is empty");
}

function factsOf(reply: ModelReply, dropped: readonly string[]): ReplyFacts {
  const { headers, id, model, finish, usage, firstTokenMs, totalMs, isShared } = reply;
  const requestId = headers["x-request-id"] ?? headers["request-id"] ?? id;
  const tokens = tokenUsage(usage);
  return {
    ...(isShared ? { cached: true } : tokens ? { usage: tokens } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(model === undefined ? {} : { model }),
    finish: finish.raw ?? finish.unified,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs: rounded(firstTokenMs) }),
    totalMs: rounded(totalMs),
    ...(dropped.length === 0 ? {} : { dropped }),
  };
}

/** What is known of the tokens; `undefined`: nothing. */
function tokenUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage | undefined {
  const { total: input, cacheRead: cachedInput, cacheWrite } = inputTokens;
  const { total: output, reasoning } = outputTokens;
  if (
    input === undefined &&
    output === undefined &&
    cachedInput === undefined &&
    reasoning === undefined
  )
    return undefined;
  return knownCounts({ input, output, cachedInput, cacheWrite, reasoning });
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

import type { ChatAsk, ChatMessage, ChatReply } from "../../core/asking/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { talkQuestion } from "./prompts.ts";

/** Models begin a sentence with a capital, whatever they are asked for: both spellings count. */
const [talking, staying] = [
  ["yes", "Yes"],
  ["no", "No"],
] as const;

/** The words whose likelihoods are asked for. */
export const talkChoices: readonly string[] = [...talking, ...staying];

/** Asks how likely it is that now is a moment to talk, without anything being written. */
export function likelihoodAsk(messages: readonly ChatMessage[]): ChatAsk {
  return { messages: withText(messages, talkQuestion), choices: talkChoices };
}

/**
 * The likelihood of talking against that of staying silent, from 0 to 1. A choice that the server
 * gave no likelihood for is too unlikely.
 */
export function talkLikelihood(reply: Outcome<ChatReply> | undefined): Outcome<number> {
  if (!reply) return noAnswer("failed", "no reply was given");
  if (reply.kind !== "answered") return reply;
  const { logLikelihoods = [] } = reply.value;
  if (logLikelihoods.length !== talkChoices.length)
    return noAnswer(
      "failed",
      `the system told ${logLikelihoods.length} likelihoods of ${talkChoices.length}`,
    );
  const known = logLikelihoods.map((one) => one ?? Number.NEGATIVE_INFINITY);
  const largest = Math.max(...known);
  if (!Number.isFinite(largest))
    return noAnswer("unparsed", `none of ${talkChoices.join(", ")} is likely`);
  const weights = known.map((one) => Math.exp(one - largest));
  return answered(total(weights.slice(0, talking.length)) / total(weights));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The conversation with something added to its last message. */
export function withText(messages: readonly ChatMessage[], text: string): readonly ChatMessage[] {
  const last = messages.at(-1)!;
  return [...messages.slice(0, -1), { ...last, parts: [...last.parts, { text }] }];
}

import type { ChatAsk, ChatMessage, ChatReply } from "../../core/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/outcome.ts";
import { talkQuestion } from "./prompts.ts";

const [yes, no] = ["yes", "no"];

/** Asks how likely it is that now is a moment to talk, without anything being written. */
export function likelihoodAsk(messages: readonly ChatMessage[]): ChatAsk {
  return { messages: withText(messages, talkQuestion), choices: [yes!, no!] };
}

/** The likelihood of talking against that of staying silent, from 0 to 1. A choice that the server gave no likelihood for is too unlikely. */
export function talkLikelihood(reply: Outcome<ChatReply> | undefined): Outcome<number> {
  if (!reply) return noAnswer("failed", "no reply was given");
  if (reply.kind !== "answered") return reply;
  const { logLikelihoods = [] } = reply.value;
  if (logLikelihoods.length !== 2) return noAnswer("failed", `the system told ${logLikelihoods.length} likelihoods of 2`);
  const [talk, silent] = logLikelihoods.map((one) => one ?? Number.NEGATIVE_INFINITY) as [number, number];
  if (talk === silent && !Number.isFinite(talk)) return noAnswer("unparsed", `neither "${yes}" nor "${no}" is likely`);
  return answered(1 / (1 + Math.exp(silent - talk)));
}

/** The conversation with something added to its last message. */
export function withText(messages: readonly ChatMessage[], text: string): readonly ChatMessage[] {
  const last = messages.at(-1)!;
  return [...messages.slice(0, -1), { ...last, parts: [...last.parts, { text }] }];
}

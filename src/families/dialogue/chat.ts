import type { ChatAsk, ChatMessage, ChatReply, Part } from "../../core/asking/chat.ts";
import type { Protocol, ProtocolContext, ProtocolSettings } from "../../core/asking/protocol.ts";
import { ask, lookAtAll, type Steps, type Stretch } from "../../core/asking/steps.ts";
import type { PromptNote } from "../../core/family/asking-facet.ts";
import { answered, type NoAnswer, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import {
  checkPrompts,
  fillTemplate,
  frameCountText,
  placeholdersIn,
} from "../shared/prompt-template.ts";
import { withLatestFrames } from "./latest-frames.ts";
import {
  goalText,
  promptRules,
  promptVersion,
  silence,
  speakNow,
  summaryPrompt,
  systemPrompt,
} from "./prompts.ts";
import { type ClockStep, onChange, replayClock } from "./replay-clock.ts";
import {
  type DialogueOptions,
  type DialoguePrediction,
  type DialogueSample,
  talkThresholdOf,
} from "./schema.ts";
import { likelihoodAsk, talkChoices, talkLikelihood, withText } from "./talk-likelihood.ts";

/**
 * A chat system watches a stream: at every step of a replay clock it is told what has come since
 * the last one, and says something or stays silent. A step without a usable reply is silence; where
 * no step has one, the sample ends as the first did. What failed on our side ends it.
 */
export const chat: Protocol<
  ChatAsk,
  ChatReply,
  DialogueSample,
  DialoguePrediction,
  DialogueOptions
> = {
  identity: ({ options, prompts }) => ({
    ...promptIdentity(prompts),
    askEverySeconds: options.askEverySeconds,
    ask: options.ask,
    context: options.context,
    contextSteps: options.contextSteps,
    keepSteps: options.keepSteps,
    contextFrames: options.contextFrames,
    ...(talkThresholdOf(options) === null
      ? {}
      : { talkThreshold: talkThresholdOf(options), talkChoices }),
  }),
  framesAtOnce: ({ options }) => options.contextFrames,
  wantsLikelihoods: ({ options }) => talkThresholdOf(options) !== null,
  repliesInstead: "no options.talkThreshold",
  *steps(sample, context): Steps<ChatAsk, ChatReply, DialoguePrediction> {
    const { options, refs } = context;
    const frames = yield* lookAtAll(refs);
    if (frames.kind !== "answered") return frames;
    const first = openingMessage(sample, context);
    const utterances: { frame: number; text: string; confidence?: number }[] = [];
    let history: readonly ChatMessage[] = [];
    let problem: NoAnswer | undefined;
    let isAnswered = false;
    const all = replayClock(sample, frames.value, options.askEverySeconds);
    for (const step of options.ask === "on-change" ? onChange(all) : all) {
      history = [...history, { role: "user", parts: partsOf(step, sample, context.prompts.user) }];
      history = withLatestFrames(history, options.contextFrames);
      const said = yield* speech([first, ...history], talkThresholdOf(options));
      if (said.kind === "answered") isAnswered = true;
      else if (said.kind === "failed" || said.kind === "media-error") return said;
      else problem ??= said;
      const { text, ...sure } = said.kind === "answered" ? said.value : { text: "" };
      if (text !== "") utterances.push({ frame: step.frame, text, ...sure });
      history = [...history, { role: "assistant", parts: [{ text: text || silence }] }];
      if (history.length / 2 >= options.contextSteps)
        history = yield* shorten(history, first, options);
    }
    return isAnswered || !problem ? answered({ utterances }) : problem;
  },
};

type Prompts = ProtocolSettings<DialogueOptions>["prompts"];

function promptIdentity(prompts: Prompts) {
  checkPrompts(prompts, promptRules);
  return {
    prompt: prompts.system ?? { version: promptVersion },
    ...(prompts.user === undefined ? {} : { update: prompts.user }),
  };
}

export function promptNote({ prompts }: ProtocolSettings<DialogueOptions>): PromptNote {
  return {
    name: "streaming-assistant",
    version: promptVersion,
    isOwnWording: Object.keys(prompts).length === 0,
  };
}

function openingMessage(
  { goal = "", knowledge = "" }: DialogueSample,
  { prompts }: ProtocolContext<DialogueOptions>,
): ChatMessage {
  const template = prompts.system ?? systemPrompt;
  const named = placeholdersIn(template);
  const rest = goalText(
    named.includes("goal") ? "" : goal,
    named.includes("knowledge") ? "" : knowledge,
  );
  return {
    role: "system",
    parts: [
      { text: [fillTemplate(template, { goal, knowledge }), rest].filter(Boolean).join("\n\n") },
    ],
  };
}

/**
 * What has come since the last step, in the family's words or in those of the task's user prompt,
 * which come before the frames.
 */
function partsOf(
  { nowSeconds, frames, inputs }: ClockStep,
  sample: DialogueSample,
  template: string | undefined,
): readonly Part[] {
  const [time, shown] = [nowSeconds.toFixed(1), frames.length > 0 ? [{ frames }] : []];
  const turns = inputs.map(({ role, text }) =>
    role === "user" ? `The person says: ${text}` : text,
  );
  if (template === undefined)
    return [{ text: `[${time} s]` }, ...shown, ...turns.map((text) => ({ text }))];
  const { goal = "", knowledge = "" } = sample;
  const values = {
    goal,
    knowledge,
    time,
    turns: turns.join("\n"),
    frameCount: frameCountText(frames),
  };
  return [{ text: fillTemplate(template, values).trim() }, ...shown];
}

interface Speech {
  /** Empty: silence. */
  readonly text: string;
  readonly confidence?: number;
}

/**
 * What is said at a step. With a threshold, how likely it is that something should be said decides,
 * and goes with what is.
 */
function* speech(
  messages: readonly ChatMessage[],
  threshold: number | null,
): Steps<ChatAsk, ChatReply, Speech> {
  if (threshold === null) {
    const [reply] = yield* ask<ChatAsk>([{ messages }]);
    const said = spoken(reply);
    return said.kind === "answered" ? answered({ text: said.value }) : said;
  }
  const [likelihoods] = yield* ask([likelihoodAsk(messages)]);
  const likely = talkLikelihood(likelihoods);
  if (likely.kind !== "answered") return likely;
  if (likely.value < threshold) return answered({ text: "" });
  const [reply] = yield* ask<ChatAsk>([{ messages: withText(messages, speakNow) }]);
  const said = spoken(reply);
  return said.kind === "answered" ? answered({ text: said.value, confidence: likely.value }) : said;
}

/** What was said; the empty text is silence. */
function spoken(reply: Outcome<ChatReply> | undefined): Outcome<string> {
  if (!reply) return noAnswer("failed", "no reply was given");
  if (reply.kind !== "answered") return reply;
  if (reply.value.finish === "length")
    return noAnswer("truncated", "the reply was cut off by the token limit");
  const text = reply.value.text.trim();
  return answered(isSilence(text) ? "" : text);
}

function isSilence(text: string): boolean {
  return text === "." || /^["'*[(]*(?:silent|silence)["'*\])]*[.!]?$/i.test(text);
}

/**
 * Shortens a conversation that has grown too long, by the task's strategy. A summary is asked of
 * the system itself.
 */
function* shorten(
  history: readonly ChatMessage[],
  first: ChatMessage,
  { context, keepSteps }: DialogueOptions,
): Stretch<ChatAsk, readonly ChatMessage[]> {
  if (context === "keep") return history;
  if (context === "drop-all") return [];
  const last = history.slice(-2 * keepSteps);
  if (context === "drop-middle") return [...history.slice(0, 2), ...last];
  const request: ChatMessage = { role: "user", parts: [{ text: summaryPrompt }] };
  const [reply] = yield* ask<ChatAsk>([{ messages: [first, ...history, request] }]);
  if (reply?.kind !== "answered" || reply.value.text.trim() === "") return last;
  return [
    { role: "user", parts: [{ text: "What happened so far, in your own words:" }] },
    { role: "assistant", parts: [{ text: reply.value.text.trim() }] },
    ...last,
  ];
}

import type { ChatAsk, ChatMessage, ChatReply, FrameRef } from "../../core/asking/chat.ts";
import type { Protocol, ProtocolContext, ProtocolSettings } from "../../core/asking/protocol.ts";
import { ask, lookAtAll, type Steps, type Stretch } from "../../core/asking/steps.ts";
import type { PromptNote } from "../../core/family/asking-facet.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { checkPrompts, fillTemplate, frameCountText } from "../shared/prompt-template.ts";
import {
  aboutVideo,
  analysePrompt,
  describePrompt,
  oneAskPrompt,
  promptIdentity,
  promptRules,
  promptVersion,
  scorePrompt,
  systemPrompt,
} from "./prompts.ts";
import { readScores } from "./read-scores.ts";
import type { LabelOptions, LabelPrediction, LabelSample } from "./schema.ts";

/**
 * A chat system is shown the task's frames and describes them; in a dialogue of its own, without
 * the frames, it compares the descriptions with the labels, and there it scores them from 0 to 5.
 * With `asks: one` it is shown the frames and scores at once.
 */
export const chat: Protocol<ChatAsk, ChatReply, LabelSample, LabelPrediction, LabelOptions> = {
  identity: ({ options: { asks, example }, prompts }) => ({
    ...promptIdentity(systemOf(prompts)),
    asks,
    example,
  }),
  looksPerAsk: () => 1,
  *steps(sample, context): Steps<ChatAsk, ChatReply, LabelPrediction> {
    const frames = yield* lookAtAll(context.refs);
    if (frames.kind !== "answered") return frames;
    const reply =
      context.options.asks === "one"
        ? yield* scoreAtOnce(sample, frames.value, context)
        : yield* scoreInSteps(sample, frames.value, context);
    return reply.kind === "answered"
      ? readScores(reply.value, sample.labels, context.extractor)
      : reply;
  },
  // Replies of other programs are the last word, whatever was asked before.
  readGiven: ({ text, finish }, { labels }, { extractor }) =>
    finish === "length" ? cutOff : readScores(text, labels, extractor),
};

const cutOff = noAnswer("truncated", "the reply was cut off by the token limit");

/** How reports name the wording. */
export function promptNote({ options, prompts }: ProtocolSettings<LabelOptions>): PromptNote {
  return {
    name: options.asks === "one" ? "score" : "describe-analyse-score",
    version: promptVersion,
    isOwnWording: prompts.system === undefined,
  };
}

function systemOf(prompts: ProtocolSettings<LabelOptions>["prompts"]): string {
  checkPrompts(prompts, promptRules);
  return prompts.system ?? systemPrompt;
}

type Context = ProtocolContext<LabelOptions>;

function* scoreAtOnce(
  sample: LabelSample,
  frames: readonly FrameRef[],
  { options, prompts }: Context,
): Stretch<ChatAsk, Outcome<string>> {
  const about = aboutVideo(sample, frames, options.example);
  return yield* say([...opening(prompts, frames), user(oneAskPrompt(sample, about), frames)]);
}

function* scoreInSteps(
  sample: LabelSample,
  frames: readonly FrameRef[],
  { options, prompts }: Context,
): Stretch<ChatAsk, Outcome<string>> {
  const start = opening(prompts, frames);
  const about = aboutVideo(sample, frames, options.example);
  const described = yield* say([
    ...start,
    user([about, describePrompt].filter((text) => text !== "").join("\n\n"), frames),
  ]);
  if (described.kind !== "answered") return described;
  const dialogue = [...start, user(analysePrompt(sample, described.value))];
  const analysed = yield* say(dialogue);
  if (analysed.kind !== "answered") return analysed;
  return yield* say([
    ...dialogue,
    { parts: [{ text: analysed.value }], role: "assistant" },
    user(scorePrompt(sample)),
  ]);
}

/** An empty system prompt leaves its message out. */
function opening(prompts: Context["prompts"], frames: readonly FrameRef[]): readonly ChatMessage[] {
  const text = fillTemplate(systemOf(prompts), { frameCount: frameCountText(frames) });
  return text === "" ? [] : [{ parts: [{ text }], role: "system" }];
}

function user(text: string, frames: readonly FrameRef[] = []): ChatMessage {
  return { parts: [{ text }, ...(frames.length > 0 ? [{ frames }] : [])], role: "user" };
}

/** One ask; its text, or how it ended. */
function* say(messages: readonly ChatMessage[]): Stretch<ChatAsk, Outcome<string>> {
  const [reply] = yield* ask<ChatAsk>([{ messages }]);
  if (!reply) return noAnswer("failed", "the system gave no reply to the ask");
  if (reply.kind !== "answered") return reply;
  if (reply.value.finish === "length") return cutOff;
  return answered(reply.value.text);
}

import {
  type ChatAsk,
  type ChatMessage,
  type ChatReply,
  type FrameRef,
  isWholeVideo,
  type Part,
} from "../../core/asking/chat.ts";
import type { Protocol, ProtocolContext, ProtocolSettings } from "../../core/asking/protocol.ts";
import { ask, lookAtAll, type Steps } from "../../core/asking/steps.ts";
import type { PromptNote } from "../../core/family/asking-facet.ts";
import { noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { Cue } from "../shared/subtitles/cue.ts";
import { interleave } from "../shared/subtitles/interleave.ts";
import { choiceLetters, isByLikelihood, readLikelihoods } from "./log-likelihood.ts";
import { readReply } from "./parse.ts";
import { fillChoiceTemplate, promptIdentity, promptTexts, promptValues } from "./prompts.ts";
import type { ChoiceOptions, ChoicePrediction, ChoiceSample } from "./schema.ts";

/** Asked once; see prompts.ts for the wording and parse.ts for what counts as an answer. */
export const chat: Protocol<ChatAsk, ChatReply, ChoiceSample, ChoicePrediction, ChoiceOptions> = {
  identity: promptIdentity,
  looksPerAsk: () => 1,
  wantsLikelihoods: ({ options }) => isByLikelihood(options),
  repliesInstead: "options.answer: letter",
  *steps(sample, context): Steps<ChatAsk, ChatReply, ChoicePrediction> {
    const wanted = isByLikelihood(context.options)
      ? { choices: choiceLetters(sample.choices) }
      : {};
    const frames = yield* lookAtAll(context.refs);
    if (frames.kind !== "answered") return frames;
    const messages = choiceMessages(sample, frames.value, context);
    const [reply] = yield* ask<ChatAsk>([{ messages, ...wanted }]);
    return readOutcome(reply, sample, context);
  },
};

/** How reports name the wording. */
export function promptNote(settings: ProtocolSettings<ChoiceOptions>): PromptNote {
  const { name, version, isOwnWording } = promptTexts(settings);
  return { name, version, isOwnWording };
}

function choiceMessages(
  sample: ChoiceSample,
  frames: readonly FrameRef[],
  context: ProtocolContext<ChoiceOptions>,
): readonly ChatMessage[] {
  const { system, user } = promptTexts(context);
  const shown = shownParts(sample, frames, context);
  const values = promptValues(sample, context.options, {
    frames,
    isSaid: shown.some((part) => "text" in part),
  });
  const text: Part = { text: fillChoiceTemplate(user, values) };
  const isVideo = sample.media.some(({ kind }) => kind === "video");
  // Members in the order of their names: every ask is digested, and what is in order need not be
  // copied for that.
  const asked: ChatMessage = { parts: isVideo ? [text, ...shown] : [...shown, text], role: "user" };
  return system === ""
    ? [asked]
    : [{ parts: [{ text: fillChoiceTemplate(system, values) }], role: "system" }, asked];
}

/**
 * Pictures, which come before the text; or frames of a video, which come after it, with what is
 * said between them.
 */
function shownParts(
  { media, subtitles }: ChoiceSample,
  frames: readonly FrameRef[],
  { options }: ProtocolContext<ChoiceOptions>,
): readonly Part[] {
  if (frames.length === 0) return [];
  const { cues = [], offsetSeconds = 0 } = subtitles ?? {};
  if (
    options.subtitles === "none" ||
    cues.length === 0 ||
    !media.some(({ kind }) => kind === "video")
  )
    return [{ frames }];
  // Nothing can stand between the frames of a video that is sent as a whole.
  if (frames.some(isWholeVideo)) return [{ frames }, { text: transcript(cues, offsetSeconds) }];
  return interleave(frames, cues, {
    keep: options.subtitles === "all" ? "all" : "shown",
    offsetSeconds,
  });
}

function transcript(cues: readonly Cue[], offsetSeconds: number): string {
  return cues
    .map(({ startSeconds, text }) => `${(startSeconds - offsetSeconds).toFixed(1)} s: ${text}`)
    .join("\n");
}

function readOutcome(
  reply: Outcome<ChatReply> | undefined,
  sample: ChoiceSample,
  { extractor, options }: ProtocolContext<ChoiceOptions>,
): Outcome<ChoicePrediction> {
  if (!reply) return noAnswer("failed", "the system gave no reply to the ask");
  if (reply.kind !== "answered") return reply;
  if (isByLikelihood(options)) return readLikelihoods(reply.value, sample.choices);
  const { text, finish } = reply.value;
  if (finish === "length") return noAnswer("truncated", "the reply was cut off by the token limit");
  return readReply(text, sample.choices, {
    extractor,
    wanted: options.answer === "verbatim" ? "text" : "letter",
  });
}

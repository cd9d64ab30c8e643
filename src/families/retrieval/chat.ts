import type { ChatAsk, ChatReply, FrameRef, Part } from "../../core/asking/chat.ts";
import type { Protocol, ProtocolSettings, Steps } from "../../core/asking/protocol.ts";
import type { PromptNote } from "../../core/family/asking-facet.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { checkPrompts, fillTemplate, frameCountText } from "../prompt-template.ts";
import { framesIn } from "./nearest-frames.ts";
import { readAnswer, readMoments } from "./parse.ts";
import { findQuestion, promptRules, promptVersion, readQuestion, systemPrompt } from "./prompts.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";
import { surveyMoments } from "./survey-moments.ts";
import { spokenIn } from "./transcript-texts.ts";

/** How many moments a chat system is asked for. */
const mostMoments = 10;

/**
 * A chat system is shown all frames and names the moments that answer the question; then it is
 * shown only those, and answers with JSON. With `attribution` it also answers from the true
 * evidence and from nothing. Questions whose answer is not known are only searched for. Where
 * another system has found clips, it is shown those in place of finding its own. Where nothing is
 * to be found, it is shown all frames and answers.
 */
export const chat: Protocol<
  ChatAsk,
  ChatReply,
  RetrievalSample,
  RetrievalPrediction,
  RetrievalOptions
> = {
  survey: surveyMoments,
  identity: ({
    options: { find: finds = true, readerClips, attribution, transcript },
    prompts,
  }) => ({
    prompt: ownPrompt(prompts) ?? { version: promptVersion },
    readerClips,
    attribution,
    transcript,
    ...(finds ? {} : { find: false }),
  }),
  *steps(sample, { options, frames, prompts }): Steps<ChatAsk, ChatReply, RetrievalPrediction> {
    const system = prompts.system ?? systemPrompt;
    const settings = { frames, system, withSpeech: options.transcript };
    const isSearched = options.find !== false || sample.answer === null;
    const found = sample.found
      ? given(sample.found)
      : isSearched
        ? yield* find(sample, frames, system)
        : answered([]);
    if (found.kind !== "answered" || sample.answer === null)
      return found.kind === "answered" ? answered({ clips: found.value }) : found;
    const clips = found.value;
    const shown =
      sample.found || isSearched ? spansOf(clips).slice(0, options.readerClips) : [wholeVideo];
    const read = (spans: readonly Span[]) => readAsk(sample, { spans, ...settings });
    // Where there is no true evidence, showing it would be showing nothing.
    const gold = sample.evidence.length > 0 ? [read(sample.evidence)] : [];
    const answers = (yield [read(shown), ...(options.attribution ? [...gold, read([])] : [])]).map(
      answerIn,
    );
    const [main, ...others] = answers;
    if (main?.kind !== "answered") return main ?? noAnswer("missing", "nothing was answered");
    for (const other of others)
      if (other.kind === "failed" || other.kind === "media-error") return other;
    const conditions = conditionsOf(others.length > 1 ? others[0] : undefined, others.at(-1));
    return answered({ ...main.value, clips, ...(options.attribution ? { conditions } : {}) });
  },
};

function ownPrompt(prompts: ProtocolSettings<RetrievalOptions>["prompts"]): string | undefined {
  checkPrompts(prompts, promptRules);
  return prompts.system;
}

export function promptNote({ options, prompts }: ProtocolSettings<RetrievalOptions>): PromptNote {
  return {
    name: options.find === false ? "read" : "find-and-read",
    version: promptVersion,
    isOwnWording: prompts.system === undefined,
  };
}

interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const wholeVideo: Span = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

/** What another system found, as if this one had. */
function given({
  clips,
  problem,
}: NonNullable<RetrievalSample["found"]>): Outcome<RetrievalPrediction["clips"]> {
  return problem === undefined ? answered(clips) : noAnswer("failed", problem);
}

function* find(
  { question }: RetrievalSample,
  frames: readonly FrameRef[],
  system: string,
): Steps<ChatAsk, ChatReply, RetrievalPrediction["clips"]> {
  const [reply] = yield [
    askOf(system, frames, findQuestion(question, mostMoments, frames.length > 0)),
  ];
  const text = textIn(reply);
  return text.kind === "answered" ? readMoments(text.value) : text;
}

interface Reading {
  readonly spans: readonly Span[];
  readonly frames: readonly FrameRef[];
  readonly system: string;
  readonly withSpeech: boolean;
}

function readAsk(sample: RetrievalSample, { spans, frames, system, withSpeech }: Reading): ChatAsk {
  const shown = spans.includes(wholeVideo) ? frames : framesIn(frames, spans);
  const spoken = withSpeech ? spokenIn(sample, spans) : "";
  return askOf(system, shown, readQuestion(sample.question, spoken, shown.length > 0));
}

function askOf(system: string, frames: readonly FrameRef[], question: string): ChatAsk {
  const shown = frames.flatMap((frame): readonly Part[] => [
    { text: `[${frame.atSeconds.toFixed(1)} s]` },
    { frames: [frame] },
  ]);
  return {
    messages: [
      {
        role: "system",
        parts: [{ text: fillTemplate(system, { frameCount: frameCountText(frames) }) }],
      },
      { role: "user", parts: [...shown, { text: question }] },
    ],
  };
}

function textIn(reply: Outcome<ChatReply> | undefined): Outcome<string> {
  if (reply?.kind !== "answered") return reply ?? noAnswer("missing", "nothing was answered");
  if (reply.value.finish === "length")
    return noAnswer("truncated", "the reply was cut off by the token limit");
  return answered(reply.value.text);
}

function answerIn(reply: Outcome<ChatReply>): ReturnType<typeof readAnswer> {
  const text = textIn(reply);
  return text.kind === "answered" ? readAnswer(text.value) : text;
}

type Read = ReturnType<typeof readAnswer> | undefined;

/** Answers that could not be read are left out: the comparison then does without the sample. */
function conditionsOf(gold: Read, none: Read): NonNullable<RetrievalPrediction["conditions"]> {
  return {
    ...(gold?.kind === "answered" ? { gold: gold.value.answer } : {}),
    ...(none?.kind === "answered" ? { none: none.value.answer } : {}),
  };
}

function spansOf(clips: RetrievalPrediction["clips"]): readonly Span[] {
  return clips.flatMap(({ startSeconds, endSeconds }) =>
    startSeconds === undefined || endSeconds === undefined ? [] : [{ startSeconds, endSeconds }],
  );
}

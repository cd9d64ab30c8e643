import type { ChatAsk, ChatReply, FrameRef, Part } from "../../core/asking/chat.ts";
import type { Protocol, ProtocolContext, ProtocolSettings } from "../../core/asking/protocol.ts";
import {
  allFrames,
  ask,
  look,
  lookAtAll,
  type Steps,
  type Stretch,
} from "../../core/asking/steps.ts";
import type { MediaWant } from "../../core/data/media.ts";
import type { PromptNote } from "../../core/family/asking-facet.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { checkPrompts, fillTemplate, frameCountText } from "../shared/prompt-template.ts";
import { readAnswer, readMoments } from "./parse.ts";
import { findQuestion, promptRules, promptVersion, readQuestion, systemPrompt } from "./prompts.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";
import { surveyMoments } from "./survey-moments.ts";
import { spokenIn } from "./transcript-texts.ts";

/** How many moments a chat system is asked for. */
const mostMoments = 10;

/**
 * A chat system is shown the video, with the task's frames, and names the moments that answer the
 * question; then it is shown each of those by itself, with as many frames again, and answers with
 * JSON. Where it names none, or none that the video has, there is nothing to answer from, and it is
 * not asked. With `attribution` it also answers from the true evidence and from nothing. Questions
 * whose answer is not known are only searched for. Where another system has found clips, it is
 * shown those in place of finding its own. Where nothing is to be found, it is shown the video and
 * answers.
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
  looksPerAsk: ({ options: { find: finds = true, readerClips } }) => (finds ? readerClips : 1),
  cuts: (sample, { options }) => sample.answer !== null && isSearchedFor(sample, options),
  *steps(sample, context): Steps<ChatAsk, ChatReply, RetrievalPrediction> {
    const { options } = context;
    const found = sample.found
      ? given(sample.found)
      : isSearchedFor(sample, options)
        ? yield* find(sample, context)
        : answered([]);
    if (found.kind !== "answered" || sample.answer === null)
      return found.kind === "answered" ? answered({ clips: found.value }) : found;
    const clips = found.value;
    const spans = isSearchedFor(sample, options)
      ? spansOf(clips).slice(0, options.readerClips)
      : [wholeVideo];
    // Where there is no true evidence, showing it would be showing nothing.
    const gold = options.attribution && sample.evidence.length > 0 ? [sample.evidence] : [];
    const shown = yield* lookAtSpans([spans, ...gold], context);
    if (shown.kind !== "answered") return shown;
    const isShown = ({ frames }: ShownSpans) => !context.sees || frames.length > 0;
    const [own, ...rest] = shown.value;
    // Evidence that the video does not have shows nothing either.
    const evidence = rest.filter(isShown);
    const isAsked = isShown(own!);
    const read = (one: ShownSpans) => readAsk(sample, one, context);
    const others = options.attribution ? [...evidence, nothingShown].map(read) : [];
    const replies = yield* ask([...(isAsked ? [read(own!)] : []), ...others]);
    const answers = replies.map(answerIn);
    // Said as nothing, so that naming moments that are not there does not leave a question out.
    if (!isAsked) answers.unshift(answered({ answer: "", citations: [] }));
    const [main, ...more] = answers;
    if (main?.kind !== "answered") return main ?? noAnswer("missing", "nothing was answered");
    for (const other of more)
      if (other.kind === "failed" || other.kind === "media-error") return other;
    const conditions = conditionsOf(more.length > 1 ? more[0] : undefined, more.at(-1));
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

type Context = ProtocolContext<RetrievalOptions>;

/** Whether moments decide what is shown: those that the system finds, or that another found. */
function isSearchedFor({ found, answer }: RetrievalSample, { find: finds }: RetrievalOptions) {
  return found !== undefined || finds !== false || answer === null;
}

function* find(
  { question }: RetrievalSample,
  { refs, prompts }: Context,
): Steps<ChatAsk, ChatReply, RetrievalPrediction["clips"]> {
  const frames = yield* lookAtAll(refs);
  if (frames.kind !== "answered") return frames;
  const text = findQuestion(question, mostMoments, frames.value.length > 0);
  const [reply] = yield* ask([askOf(frames.value, text, prompts)]);
  const said = textIn(reply);
  return said.kind === "answered" ? readMoments(said.value) : said;
}

interface ShownSpans {
  readonly spans: readonly Span[];
  readonly frames: readonly FrameRef[];
}

const nothingShown: ShownSpans = { spans: [], frames: [] };

/** Several lists of spans, each with what there is to see of them, in the order of time. */
function* lookAtSpans(
  lists: readonly (readonly Span[])[],
  { refs }: Context,
): Stretch<ChatAsk, Outcome<readonly ShownSpans[]>> {
  const wants = lists.map((spans) =>
    spans.flatMap((span) => refs.map((_, ref) => ({ ref, ...wantOf(span) }))),
  );
  const seen = yield* look(wants.flat());
  let from = 0;
  const shown: ShownSpans[] = [];
  for (const [i, spans] of lists.entries()) {
    const to = from + wants[i]!.length;
    const frames = allFrames(seen.slice(from, to));
    from = to;
    if (frames.kind !== "answered") return frames;
    shown.push({ spans, frames: spans.includes(wholeVideo) ? frames.value : inTime(frames.value) });
  }
  return answered(shown);
}

/** A moment without length is what is on screen then. */
function wantOf(span: Span): MediaWant {
  const { startSeconds, endSeconds } = span;
  if (span === wholeVideo) return {};
  return startSeconds === endSeconds
    ? { atSeconds: [startSeconds] }
    : { span: [startSeconds, endSeconds] };
}

/** Spans may overlap: each frame once. */
function inTime(frames: readonly FrameRef[]): readonly FrameRef[] {
  const known = new Map(frames.map((frame) => [`${frame.atSeconds} ${frame.digest}`, frame]));
  return [...known.values()].sort((a, b) => a.atSeconds - b.atSeconds);
}

function readAsk(
  sample: RetrievalSample,
  { spans, frames }: ShownSpans,
  { options, prompts }: Context,
): ChatAsk {
  const spoken = options.transcript ? spokenIn(sample, spans) : "";
  return askOf(frames, readQuestion(sample.question, spoken, frames.length > 0), prompts);
}

function askOf(
  frames: readonly FrameRef[],
  question: string,
  { system = systemPrompt }: Context["prompts"],
): ChatAsk {
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

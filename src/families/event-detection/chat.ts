import type { ChatAsk, ChatReply, FrameRef, Part } from "../../core/asking/chat.ts";
import type { Protocol, ProtocolContext, ProtocolSettings } from "../../core/asking/protocol.ts";
import {
  allFrames,
  ask,
  look,
  type Seen,
  type Steps,
  type Stretch,
} from "../../core/asking/steps.ts";
import type { PromptNote } from "../../core/family/asking-facet.ts";
import { answered, type NoAnswer, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { checkPrompts, fillTemplate, frameCountText } from "../shared/prompt-template.ts";
import { fuseDetections } from "./fuse-detections.ts";
import { mergeDetections } from "./merge-detections.ts";
import { readDetections } from "./parse.ts";
import { promptRules, promptVersion, systemPrompt, windowQuestion } from "./prompts.ts";
import type { DetectedEvent, EventOptions, EventPrediction, EventSample } from "./schema.ts";
import { surveyTypes } from "./survey-types.ts";

/**
 * A chat system is shown the video in windows, each by itself with the task's frames, all asked at
 * once, and answers each with JSON; answers are merged where windows meet. A window of which there
 * is nothing to see is not asked about. With an ensemble it is shown the video once for each
 * reading, and what the readings found is fused. One ask without a usable answer leaves the others
 * standing, and a reading without any has no say; where no ask has an answer, the sample ends as
 * the first did. What failed on our side ends it.
 */
export const chat: Protocol<ChatAsk, ChatReply, EventSample, EventPrediction, EventOptions> = {
  identity: ({ options, prompts }) => ({
    prompt: ownPrompt(prompts) ?? { version: promptVersion },
    types: [...options.types],
    windowSeconds: options.windowSeconds,
    overlapSeconds: options.overlapSeconds,
    mergeGapSeconds: options.mergeGapSeconds,
    ...(options.ask === "all-types" ? {} : { ask: options.ask }),
    ...(options.ensemble.length === 0
      ? {}
      : {
          ensemble: readingsOf(options).map((reading) => ({ ...reading })),
          ensembleIou: options.ensembleIou,
        }),
  }),
  survey: surveyTypes,
  looksPerAsk: () => 1,
  cuts: () => true,
  *steps(sample, context): Steps<ChatAsk, ChatReply, EventPrediction> {
    const { options, prompts } = context;
    const end = yield* endOf(sample, context);
    if (end.kind !== "answered") return end;
    const windows = readingsOf(options).map((reading) => ({
      ask: reading.ask,
      spans: spansOf(end.value, reading),
    }));
    const shown = yield* lookAtSpans(
      windows.flatMap(({ spans }) => spans),
      context,
    );
    if (shown.kind !== "answered") return shown;
    let seen = 0;
    const questions = windows.map(({ spans, ask: how }) => {
      const own = spans.map((span) => ({ span, frames: shown.value[seen++]! }));
      const isShown = ({ frames }: Window) => !context.sees || frames.length > 0;
      return questionsOf(own.filter(isShown), options.types, how);
    });
    // Nothing found in nothing seen would be scored as if it had been looked for.
    if (questions.flat().length === 0)
      return noAnswer("media-error", "there is nothing to see in any window of the video");
    const system = prompts.system ?? systemPrompt;
    const replies = yield* ask(questions.flat().map((question) => askOf(question, system)));
    let problem: NoAnswer | undefined;
    let at = 0;
    const found: (readonly DetectedEvent[])[] = [];
    for (const own of questions) {
      const events: DetectedEvent[] = [];
      let isAnswered = false;
      for (const question of own) {
        const read = readReply(replies[at++], question.types);
        if (read.kind === "failed" || read.kind === "media-error") return read;
        if (read.kind !== "answered") problem ??= read;
        else {
          isAnswered = true;
          events.push(...read.value.flatMap((event) => within(event, question.window)));
        }
      }
      if (isAnswered) found.push(mergeDetections(events, options.mergeGapSeconds));
    }
    if (found.length === 0 && problem) return problem;
    return answered({
      events:
        options.ensemble.length === 0
          ? (found[0] ?? [])
          : fuseDetections(found, options.ensembleIou),
    });
  },
};

function ownPrompt(prompts: ProtocolSettings<EventOptions>["prompts"]): string | undefined {
  checkPrompts(prompts, promptRules);
  return prompts.system;
}

export function promptNote({ prompts }: ProtocolSettings<EventOptions>): PromptNote {
  return {
    name: "event-windows",
    version: promptVersion,
    isOwnWording: prompts.system === undefined,
  };
}

/** One way of going through a video. */
type VideoReading = Pick<EventOptions, "windowSeconds" | "overlapSeconds" | "ask">;

/** What a reading leaves open is as the task says. */
function readingsOf({
  ensemble,
  windowSeconds,
  overlapSeconds,
  ask,
}: EventOptions): readonly VideoReading[] {
  const usual = { windowSeconds, overlapSeconds, ask };
  return ensemble.length === 0
    ? [usual]
    : ensemble.map((own) => ({
        windowSeconds: own.windowSeconds ?? windowSeconds,
        overlapSeconds: own.overlapSeconds ?? overlapSeconds,
        ask: own.ask ?? ask,
      }));
}

type Span = readonly [from: number, to: number];

interface Window {
  readonly span: Span;
  readonly frames: readonly FrameRef[];
}

interface WindowQuestion {
  readonly window: Window;
  /** Empty: whatever happens. */
  readonly types: readonly string[];
}

type Context = ProtocolContext<EventOptions>;

/** Where the video ends: by its file, else by the data; nowhere where neither says. */
function* endOf(
  { durationSeconds }: EventSample,
  { refs }: Context,
): Stretch<ChatAsk, Outcome<number>> {
  const facts = yield* look(refs.map((_, ref) => ({ ref, factsOnly: true })));
  const broken = facts.find((one) => one.kind !== "answered");
  if (broken) return broken as NoAnswer;
  const lengths = facts.flatMap((one) =>
    one.kind === "answered" && one.value.seconds !== null ? [one.value.seconds] : [],
  );
  if (lengths.length > 0) return answered(Math.max(...lengths));
  return answered(durationSeconds ?? Number.POSITIVE_INFINITY);
}

function spansOf(end: number, { windowSeconds, overlapSeconds }: VideoReading): readonly Span[] {
  if (!Number.isFinite(end)) return [[0, end]];
  const spans: Span[] = [];
  for (let from = 0; from === 0 || from < end; from += windowSeconds - overlapSeconds) {
    const to = Math.min(from + windowSeconds, Math.max(end, from));
    spans.push([from, to]);
    if (to >= end) break;
  }
  return spans;
}

/** The frames of each span, of all videos of the sample. */
function* lookAtSpans(
  spans: readonly Span[],
  { refs }: Context,
): Stretch<ChatAsk, Outcome<readonly (readonly FrameRef[])[]>> {
  const looks = yield* look(spans.flatMap((span) => refs.map((_, ref) => ({ ref, span }))));
  const shown: (readonly FrameRef[])[] = [];
  for (const [i] of spans.entries()) {
    const own: readonly Outcome<Seen>[] = looks.slice(i * refs.length, (i + 1) * refs.length);
    const frames = allFrames(own);
    if (frames.kind !== "answered") return frames;
    shown.push(frames.value);
  }
  return answered(shown);
}

function questionsOf(
  windows: readonly Window[],
  types: readonly string[],
  ask: EventOptions["ask"],
): readonly WindowQuestion[] {
  const lists = ask === "one-type" && types.length > 1 ? types.map((type) => [type]) : [types];
  return windows.flatMap((window) => lists.map((own) => ({ window, types: own })));
}

function askOf({ window: { span, frames }, types }: WindowQuestion, system: string): ChatAsk {
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
      {
        role: "user",
        parts: [...shown, { text: windowQuestion(types, span, frames.length > 0) }],
      },
    ],
  };
}

function readReply(
  reply: Outcome<ChatReply> | undefined,
  types: readonly string[],
): Outcome<readonly DetectedEvent[]> {
  if (reply?.kind !== "answered") return reply ?? noAnswer("missing", "nothing was answered");
  if (reply.value.finish === "length")
    return noAnswer("truncated", "the reply was cut off by the token limit");
  return readDetections(reply.value.text, types);
}

/** A detection is about its window alone: times beyond it are cut, and what is all beyond it goes. */
function within(event: DetectedEvent, { span: [from, to] }: Window): readonly DetectedEvent[] {
  if (event.endSeconds < from || event.startSeconds > to) return [];
  const startSeconds = Math.max(event.startSeconds, from);
  return [{ ...event, startSeconds, endSeconds: Math.min(event.endSeconds, to) }];
}

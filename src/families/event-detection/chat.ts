import type { ChatAsk, ChatReply, FrameRef, Part } from "../../core/asking/chat.ts";
import type { Protocol, ProtocolSettings, Steps } from "../../core/asking/protocol.ts";
import type { PromptNote } from "../../core/family/asking-facet.ts";
import { answered, type NoAnswer, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { checkPrompts, fillTemplate, frameCountText } from "../prompt-template.ts";
import { fuseDetections } from "./fuse-detections.ts";
import { mergeDetections } from "./merge-detections.ts";
import { readDetections } from "./parse.ts";
import { promptRules, promptVersion, systemPrompt, windowQuestion } from "./prompts.ts";
import type { DetectedEvent, EventOptions, EventPrediction, EventSample } from "./schema.ts";
import { surveyTypes } from "./survey-types.ts";

/**
 * A chat system is shown the video in windows, all asked at once, and answers each with JSON;
 * answers are merged where windows meet. With an ensemble it is shown the video once for each
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
  *steps(sample, { options, frames, prompts }): Steps<ChatAsk, ChatReply, EventPrediction> {
    const system = prompts.system ?? systemPrompt;
    const readings = readingsOf(options);
    const questions = readings.map((reading) =>
      questionsOf(windowsOf(sample, frames, reading), options.types, reading.ask),
    );
    const replies = yield questions.flat().map((question) => askOf(question, system));
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
          events.push(...read.value.map((event) => within(event, question.window)));
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

interface Window {
  readonly from: number;
  readonly to: number;
  readonly frames: readonly FrameRef[];
}

interface WindowQuestion {
  readonly window: Window;
  /** Empty: whatever happens. */
  readonly types: readonly string[];
}

function windowsOf(
  { durationSeconds }: EventSample,
  frames: readonly FrameRef[],
  { windowSeconds, overlapSeconds }: VideoReading,
): readonly Window[] {
  const end = durationSeconds ?? Math.max(0, ...frames.map(({ atSeconds }) => atSeconds));
  const windows: Window[] = [];
  for (let from = 0; from === 0 || from < end; from += windowSeconds - overlapSeconds) {
    const to = Math.min(from + windowSeconds, Math.max(end, from));
    windows.push({
      from,
      to,
      frames: frames.filter(({ atSeconds }) => atSeconds >= from && (atSeconds < to || to === end)),
    });
    if (to >= end) break;
  }
  return windows;
}

function questionsOf(
  windows: readonly Window[],
  types: readonly string[],
  ask: EventOptions["ask"],
): readonly WindowQuestion[] {
  const lists = ask === "one-type" && types.length > 1 ? types.map((type) => [type]) : [types];
  return windows.flatMap((window) => lists.map((own) => ({ window, types: own })));
}

function askOf({ window: { from, to, frames }, types }: WindowQuestion, system: string): ChatAsk {
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
      { role: "user", parts: [...shown, { text: windowQuestion(types, from, to) }] },
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

/** A detection is about its window alone; times beyond it are cut. */
function within(event: DetectedEvent, { from, to }: Window): DetectedEvent {
  const startSeconds = Math.min(Math.max(event.startSeconds, from), to);
  return {
    ...event,
    startSeconds,
    endSeconds: Math.max(startSeconds, Math.min(event.endSeconds, to)),
  };
}

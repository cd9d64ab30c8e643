import type { ChatAsk, ChatReply, FrameRef, Part } from "../../core/chat.ts";
import type { PromptNote } from "../../core/family.ts";
import { answered, type NoAnswer, noAnswer, type Outcome } from "../../core/outcome.ts";
import type { Protocol, ProtocolSettings, Steps } from "../../core/protocol.ts";
import { mergeDetections } from "./merge-detections.ts";
import { readDetections } from "./parse.ts";
import { promptVersion, systemPrompt, windowQuestion } from "./prompts.ts";
import type { DetectedEvent, EventOptions, EventPrediction, EventSample } from "./schema.ts";

/**
 * A chat system is shown the video in windows, all asked at once, and answers each with JSON; answers are merged where windows meet. One window
 * without a usable answer leaves the others standing; where none has one, the sample ends as the first did. What failed on our side ends it.
 */
export const chat: Protocol<ChatAsk, ChatReply, EventSample, EventPrediction, EventOptions> = {
  identity: ({ options, prompts }) => ({
    prompt: prompts.system ?? { version: promptVersion },
    types: [...options.types],
    windowSeconds: options.windowSeconds,
    overlapSeconds: options.overlapSeconds,
    mergeGapSeconds: options.mergeGapSeconds,
  }),
  *steps(sample, { options, frames, prompts }): Steps<ChatAsk, ChatReply, EventPrediction> {
    const { types } = options;
    const windows = windowsOf(sample, frames, options);
    const replies = yield windows.map((window) => askOf(window, types, prompts.system ?? systemPrompt));
    const events: DetectedEvent[] = [];
    let problem: NoAnswer | undefined;
    let isAnswered = false;
    for (const [at, reply] of replies.entries()) {
      const read = readReply(reply, types);
      if (read.kind === "failed" || read.kind === "media-error") return read;
      if (read.kind !== "answered") problem ??= read;
      else {
        isAnswered = true;
        events.push(...read.value.map((event) => within(event, windows[at]!)));
      }
    }
    if (!isAnswered && problem) return problem;
    return answered({ events: mergeDetections(events, options.mergeGapSeconds) });
  },
};

export function promptNote({ prompts }: ProtocolSettings<EventOptions>): PromptNote {
  return { name: "event-windows", version: promptVersion, isOwnWording: prompts.system === undefined };
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly frames: readonly FrameRef[];
}

function windowsOf(
  { durationSeconds }: EventSample,
  frames: readonly FrameRef[],
  { windowSeconds, overlapSeconds }: EventOptions,
): readonly Window[] {
  const end = durationSeconds ?? Math.max(0, ...frames.map(({ atSeconds }) => atSeconds));
  const windows: Window[] = [];
  for (let from = 0; from === 0 || from < end; from += windowSeconds - overlapSeconds) {
    const to = Math.min(from + windowSeconds, Math.max(end, from));
    windows.push({ from, to, frames: frames.filter(({ atSeconds }) => atSeconds >= from && (atSeconds < to || to === end)) });
    if (to >= end) break;
  }
  return windows;
}

function askOf({ from, to, frames }: Window, types: readonly string[], system: string): ChatAsk {
  const shown = frames.flatMap((frame): readonly Part[] => [{ text: `[${frame.atSeconds.toFixed(1)} s]` }, { frames: [frame] }]);
  return {
    messages: [
      { role: "system", parts: [{ text: system }] },
      { role: "user", parts: [...shown, { text: windowQuestion(types, from, to) }] },
    ],
  };
}

function readReply(reply: Outcome<ChatReply>, types: readonly string[]): Outcome<readonly DetectedEvent[]> {
  if (reply.kind !== "answered") return reply;
  if (reply.value.finish === "length") return noAnswer("truncated", "the reply was cut off by the token limit");
  return readDetections(reply.value.text, types);
}

/** A detection is about its window alone; times beyond it are cut. */
function within(event: DetectedEvent, { from, to }: Window): DetectedEvent {
  const startSeconds = Math.min(Math.max(event.startSeconds, from), to);
  return { ...event, startSeconds, endSeconds: Math.max(startSeconds, Math.min(event.endSeconds, to)) };
}

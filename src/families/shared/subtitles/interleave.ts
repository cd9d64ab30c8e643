import type { FrameRef, Part } from "../../../core/asking/chat.ts";
import type { Cue } from "./cue.ts";

export interface InterleaveOptions {
  /**
   * `shown` (default): only cues during which a frame was taken, as LongVideoBench does; `all`:
   * every cue.
   */
  readonly keep?: "shown" | "all";
  /** Where the video starts on the clock of the subtitles, for a part cut from a longer one. */
  readonly offsetSeconds?: number;
}

/**
 * A cue shorter than this counts as this long, around its middle, when frames during it are looked
 * for.
 */
const shortestSeconds = 1;

/**
 * Frames with what is said between them, as parts of a message: every cue stands at its middle,
 * after the frames up to then. Frames keep their order; neighbours without words between them form
 * one part.
 */
export function interleave(
  frames: readonly FrameRef[],
  cues: readonly Cue[],
  options: InterleaveOptions = {},
): readonly Part[] {
  const { keep = "shown", offsetSeconds = 0 } = options;
  const parts: Part[] = [];
  let next = 0;
  const show = (until: number) => {
    const from = next;
    while (next < frames.length && frames[next]!.atSeconds <= until) next++;
    if (next > from) parts.push({ frames: frames.slice(from, next) });
  };
  const placed = cues
    .map((cue) => onVideoClock(cue, offsetSeconds))
    .toSorted((a, b) => middle(a) - middle(b));
  for (const cue of placed) {
    if (keep === "shown" && !hasFrame(frames, cue)) continue;
    show(middle(cue));
    parts.push({ text: cue.text });
  }
  show(Number.POSITIVE_INFINITY);
  return parts;
}

function onVideoClock({ startSeconds, endSeconds, text }: Cue, offset: number): Cue {
  return { startSeconds: startSeconds - offset, endSeconds: endSeconds - offset, text };
}

function middle({ startSeconds, endSeconds }: Cue): number {
  return (startSeconds + endSeconds) / 2;
}

function hasFrame(frames: readonly FrameRef[], cue: Cue): boolean {
  const half = Math.max(cue.endSeconds - cue.startSeconds, shortestSeconds) / 2;
  return frames.some(({ atSeconds }) => Math.abs(atSeconds - middle(cue)) < half);
}

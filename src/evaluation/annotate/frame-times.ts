import type { MarkedInterval, Marks } from "../../core/family/annotating.ts";
import {
  endOf,
  type FrameTimes,
  frameAt,
  lastFrame,
  startOf,
} from "../../summary/annotate/edit-intervals.ts";

/**
 * Intervals given by the numbers of their first and last frame, as times of the decoder; frames
 * beyond the last count as the last.
 */
export function framesToSeconds(marks: Marks, frames: FrameTimes): Marks {
  const most = frames.times.length - 1;
  return changedIntervals(marks, ({ start, end }) => ({
    start: startOf(frames, Math.min(start, most)),
    end: endOf(frames, Math.min(Math.max(start, end), most)),
  }));
}

/** Intervals in seconds by the numbers of the first and the last frame that they show. */
export function secondsToFrames(marks: Marks, frames: FrameTimes): Marks {
  return changedIntervals(marks, ({ start, end }) => {
    const first = frameAt(frames, start);
    return { start: first, end: Math.max(first, lastFrame(frames, end)) };
  });
}

function changedIntervals(
  marks: Marks,
  change: (interval: MarkedInterval) => Pick<MarkedInterval, "start" | "end">,
): Marks {
  return Object.fromEntries(
    Object.entries(marks).map(([id, mark]) => [
      id,
      mark.kind === "interval" ? { ...mark, ...change(mark) } : mark,
    ]),
  );
}

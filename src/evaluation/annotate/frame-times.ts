import type { Marks } from "../../core/family/annotating.ts";
import type { MediaTimes } from "../../summary/browse/playable-media.ts";

type Times = Pick<MediaTimes, "times" | "seconds">;

/**
 * Intervals given by the numbers of their first and last frame, as times of the decoder; frames
 * beyond the last count as the last.
 */
export function framesToSeconds(marks: Marks, { times, seconds }: Times): Marks {
  return changedIntervals(marks, ({ start, end }) => {
    const first = Math.min(start, times.length - 1);
    const last = Math.min(Math.max(first, end), times.length - 1);
    return { start: times[first] ?? 0, end: times[last + 1] ?? seconds };
  });
}

/** Intervals in seconds by the numbers of the first and the last frame that they show. */
export function secondsToFrames(marks: Marks, { times }: Times): Marks {
  return changedIntervals(marks, ({ start, end }) => {
    const first = frameAt(times, start);
    const last = Math.max(first, frameAt(times, end) - (isFrame(times, end) ? 1 : 0));
    return { start: first, end: last };
  });
}

function changedIntervals(
  marks: Marks,
  change: (interval: { start: number; end: number }) => { start: number; end: number },
): Marks {
  return Object.fromEntries(
    Object.entries(marks).map(([id, mark]) => [
      id,
      mark.kind === "interval" ? { ...mark, ...change(mark) } : mark,
    ]),
  );
}

/** Half a microsecond: finer than any clock of a container, coarser than the arithmetic. */
const tolerance = 5e-7;

/** The frame that is shown at a time. */
function frameAt(times: readonly number[], seconds: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= seconds + tolerance) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function isFrame(times: readonly number[], seconds: number): boolean {
  return Math.abs((times[frameAt(times, seconds)] ?? Number.NaN) - seconds) <= tolerance;
}

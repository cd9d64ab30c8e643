import type { ImportedItem, Mark, MarkedInterval, Marks } from "../../core/family/annotating.ts";
import {
  endOf,
  type FrameTimes,
  frameAt,
  lastFrame,
  startOf,
} from "../../summary/annotate/edit-intervals.ts";

/** Marks in seconds, and what of them lies beyond the end of the video, in words. */
export interface FittedMarks {
  readonly marks: Marks;
  readonly beyond: readonly string[];
}

type Given = Pick<ImportedItem, "marks" | "unit"> & {
  /** Of ticks. */
  readonly ticksPerSecond?: number | undefined;
};

/**
 * Intervals as times of the decoder. Those that begin after the end of the video are left out, and
 * those that end after it are cut; both are reported.
 */
export function fittedMarks(
  { marks, unit, ticksPerSecond = Number.NaN }: Given,
  frames: FrameTimes,
): FittedMarks {
  const beyond: string[] = [];
  const inside: [string, Mark][] = [];
  for (const [id, mark] of Object.entries(marks)) {
    if (mark.kind !== "interval") {
      inside.push([id, mark]);
      continue;
    }
    const { interval, problem } =
      unit === "seconds"
        ? insideSeconds(mark, frames)
        : unit === "frames"
          ? insideFrames(mark, frames)
          : insideTicks(mark, frames, ticksPerSecond);
    if (problem !== undefined) beyond.push(`${mark.type}, ${problem}`);
    if (interval) inside.push([id, interval]);
  }
  return { marks: Object.fromEntries(inside), beyond };
}

interface Fitted {
  readonly interval?: MarkedInterval;
  readonly problem?: string;
}

function insideFrames(interval: MarkedInterval, frames: FrameTimes): Fitted {
  const last = frames.times.length - 1;
  const named = `frames ${interval.start} to ${interval.end}: the last frame is ${last}`;
  if (interval.start > last) return { problem: `${named}; left out` };
  const end = Math.max(interval.start, interval.end);
  return {
    interval: {
      ...interval,
      start: startOf(frames, interval.start),
      end: endOf(frames, Math.min(end, last)),
    },
    ...(end > last ? { problem: `${named}; cut there` } : {}),
  };
}

/** The frames on screen in the middle of the first and of the last tick. */
function insideTicks(interval: MarkedInterval, frames: FrameTimes, rate: number): Fitted {
  const [start, end] = [interval.start, Math.max(interval.start, interval.end) + 1];
  const { interval: inside, problem } = insideSeconds(
    { ...interval, start: start / rate, end: end / rate },
    frames,
    // The last tick of a video may reach beyond its end.
    1 / rate,
  );
  if (!inside) return { problem: problem! };
  const [first, last] = [(start + 0.5) / rate, (end - 0.5) / rate];
  return {
    interval: {
      ...interval,
      start: startOf(frames, frameAt(frames, first)),
      end: endOf(frames, frameAt(frames, last)),
    },
    ...(problem === undefined ? {} : { problem }),
  };
}

/** What is beyond the end by less than a frame is rounding. */
function insideSeconds(
  interval: MarkedInterval,
  { times, seconds }: FrameTimes,
  allowed = seconds - (times.at(-1) ?? seconds),
): Fitted {
  const { start, end } = interval;
  const named = `${start.toFixed(3)} to ${end.toFixed(3)} s: the video ends at ${seconds.toFixed(3)} s`;
  if (start >= seconds) return { problem: `${named}; left out` };
  if (end <= seconds) return { interval };
  const cut = { ...interval, end: seconds };
  return end <= seconds + allowed
    ? { interval: cut }
    : { interval: cut, problem: `${named}; cut there` };
}

/** Intervals in seconds by the numbers of the first and the last frame that they show. */
export function secondsToFrames(marks: Marks, frames: FrameTimes): Marks {
  return changedIntervals(marks, (interval) => framesOf(interval, frames));
}

/** Intervals in seconds by the numbers of their first and last tick. */
export function secondsToTicks(marks: Marks, frames: FrameTimes, rate: number): Marks {
  return changedIntervals(marks, (interval) => {
    const { start, end } = framesOf(interval, frames);
    const first = Math.ceil(startOf(frames, start) * rate - 0.5 - tickTolerance);
    const past = Math.ceil(endOf(frames, end) * rate - 0.5 - tickTolerance);
    return { start: first, end: Math.max(first, past - 1) };
  });
}

const tickTolerance = 1e-6;

/**
 * A rate at which every frame of a video has a tick of its own in the middle of which it is shown:
 * its own rate where frames are evenly spaced.
 */
export function tickRate({ times, seconds }: FrameTimes): number {
  const ends = [...times.slice(1), seconds];
  const shortest = Math.min(...times.map((time, at) => ends[at]! - time).filter((gap) => gap > 0));
  const mean = times.length / (seconds - (times[0] ?? 0));
  if (!Number.isFinite(shortest)) return 1;
  const isEven = ends.every((end, at) => Math.abs(end - times[0]! - (at + 1) / mean) < 0.25 / mean);
  return isEven ? Number(mean.toFixed(6)) : Math.ceil(1 / shortest);
}

function framesOf({ start, end }: MarkedInterval, frames: FrameTimes) {
  const first = frameAt(frames, start);
  return { start: first, end: Math.max(first, lastFrame(frames, end)) };
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

import type { MediaTimes, PlayableMedia } from "./playable-media.ts";

/** What of a file is played: all of it, or the part that a sample is about, on its own clock. */
export interface PlayedPart {
  /** Place of its first frame in the file. */
  readonly offset: number;
  /** Second of the file that its clock starts at. */
  readonly from: number;
  /** When each frame is shown, from the start of the part. */
  readonly times: readonly number[];
  /** When the last frame ends. */
  readonly seconds: number;
}

/** Times that differ by less are one, as for frames that systems are shown. */
const sameInstantSeconds = 1e-6;

/**
 * The frames that start within the part, or else the one on screen at its start: the same frames
 * and times that a look at this part gives.
 */
export function playedPart(
  { times, seconds }: Pick<MediaTimes, "times" | "seconds">,
  { from = 0, to }: Pick<PlayableMedia, "from" | "to">,
): PlayedPart {
  const until = Math.min(to ?? seconds, seconds);
  if (from === 0 && until === seconds) return { offset: 0, from, times, seconds };
  const first = firstFrom(times, from);
  const past = until >= seconds - sameInstantSeconds ? times.length : firstFrom(times, until);
  const shown = frameAt(times, from);
  const [start, end] = first < past ? [first, past] : [shown, shown + 1];
  return {
    offset: start,
    from,
    times: times.slice(start, end).map((time) => Math.max(0, toNanoseconds(time - from))),
    seconds: toNanoseconds(Math.max(until, from) - from),
  };
}

/**
 * The frame on screen at a time: the last one that is not later; the first before all of them.
 */
export function frameAt(times: readonly number[], seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= seconds + sameInstantSeconds) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The frame whose time is nearest: browsers round times to their own clocks. */
export function frameNearest(times: readonly number[], seconds: number): number {
  const at = frameAt(times, seconds);
  const next = times[at + 1];
  return next !== undefined && next - seconds < seconds - times[at]! ? at + 1 : at;
}

function firstFrom(times: readonly number[], seconds: number): number {
  const at = times.findIndex((time) => time >= seconds - sameInstantSeconds);
  return at < 0 ? times.length : at;
}

function toNanoseconds(seconds: number): number {
  return Math.round(seconds * 1e9) / 1e9;
}

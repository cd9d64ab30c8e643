import type { MediaWant, Sampler } from "../../core/data/media.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import { type FrameSelection, frameSelection } from "../samplers/frame-selection.ts";
import { FrameSelectionError } from "../samplers/frame-selection-error.ts";
import { frameShownAt, sameInstantSeconds } from "../samplers/frame-shown-at.ts";
import { samplerName } from "../samplers/sampler-name.ts";
import { selectFrames } from "../samplers/select-frames.ts";
import type { FileFacts } from "./file-facts.ts";

/** What is wanted of a file, or of a part of it. */
export interface Look extends Pick<MediaRef, "from" | "to"> {
  readonly want: MediaWant;
}

/** A video, or a part of one, on its own clock. */
export interface VideoView {
  /** Index of its first frame in the file. */
  readonly offset: number;
  readonly times: Float64Array;
  readonly seconds: number | null;
}

/**
 * The part of a video that a look is at: the frames that start in it, or else the one on screen at
 * its start, with times from there on.
 * @throws {FrameSelectionError} where the part lies beyond the end of the file.
 */
export function viewOf({ times, seconds }: FileFacts, { from = 0, to }: Look): VideoView {
  if (from === 0 && to === undefined) return { offset: 0, times, seconds };
  const end = seconds ?? Number.POSITIVE_INFINITY;
  if (from >= end)
    throw new FrameSelectionError(
      `the part from ${from} s${to === undefined ? "" : ` to ${to} s`} lies beyond the end of the file, at ${end.toFixed(3)} s`,
    );
  const until = Math.min(to ?? end, end);
  const [first, past] = framesWithin(times, [from, until], end);
  return {
    offset: first,
    times: times
      .subarray(first, past)
      .map((time) => Math.max(0, roundedToNanoseconds(time - from))),
    seconds: Number.isFinite(until) ? roundedToNanoseconds(until - from) : null,
  };
}

/** The frames of a view that a want names, by their places in the view. */
export function framesWanted(view: VideoView, want: MediaWant, sampler: Sampler): FrameSelection {
  refuseSpan(want, sampler);
  const { times, seconds } = view;
  const end = seconds ?? Number.POSITIVE_INFINITY;
  if ("factsOnly" in want) return nothing;
  if ("atSeconds" in want) {
    const indices = want.atSeconds
      .filter((at) => at >= 0 && at <= end)
      .map((at) => frameShownAt(times, at));
    return { indices, distinct: new Set(indices).size };
  }
  if (!want.span) return selectFrames(sampler, times);
  const [from, to] = [Math.max(0, want.span[0]), Math.min(want.span[1], end)];
  // Written so that what is not a number leaves nothing.
  if (!(from < to)) return nothing;
  const [first, past] = framesWithin(times, [from, to], end);
  const { indices, ...rest } = selectFrames(sampler, times.subarray(first, past));
  return { ...rest, indices: indices.map((index) => first + index) };
}

/** @throws {RangeError} for a span where the sampler names times itself. */
export function refuseSpan(want: MediaWant, sampler: Sampler): void {
  const namesTimes = sampler.strategy === "explicit" || sampler.strategy === "window";
  if (namesTimes && "span" in want && want.span)
    throw new RangeError(
      `${samplerName(sampler)} names times of the whole video and cannot be used within a span`,
    );
}

/**
 * A difference of clocks is off by the last bit of both, and a frame must not come a step too early
 * for that.
 */
export function roundedToNanoseconds(seconds: number): number {
  return Math.round(seconds * 1e9) / 1e9;
}

const nothing: FrameSelection = frameSelection([]);

/** First index and the one after the last; never empty. */
function framesWithin(
  times: Float64Array,
  [from, to]: readonly [number, number],
  end: number,
): readonly [number, number] {
  const first = firstFrom(times, from);
  const past = to >= end - sameInstantSeconds ? times.length : firstFrom(times, to);
  if (first < past) return [first, past];
  const shown = frameShownAt(times, from);
  return [shown, shown + 1];
}

function firstFrom(times: Float64Array, seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < seconds - sameInstantSeconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { type FrameSelection, frameSelection } from "./frame-selection.ts";
import { frameShownAt, sameInstantSeconds } from "./frame-shown-at.ts";

interface Rate {
  readonly rate: number;
  readonly max: number;
}

/**
 * The frames shown at 0, 1/rate, 2/rate … seconds after the first timestamp, up to the time of the
 * last frame. A rate above the video's own repeats frames. If that makes more than `max`, then
 * `max` frames instead, shown at times spread evenly from the first timestamp to the last.
 */
export function fpsFrames(times: Float64Array, { rate, max }: Rate): FrameSelection {
  const first = times[0]!;
  const last = times.at(-1)!;
  const needed = Math.floor((last - first + sameInstantSeconds) * rate) + 1;
  if (needed <= max)
    return frameSelection(
      Array.from({ length: needed }, (_, k) => frameShownAt(times, first + k / rate)),
    );
  const spread = Array.from({ length: max }, (_, i) =>
    frameShownAt(times, i === 0 ? first : first + ((last - first) * i) / (max - 1)),
  );
  return frameSelection(spread, [
    `${rate} frames per second would be ${needed} frames; ${max} were spread evenly instead`,
  ]);
}

import { type FrameSelection, frameSelection } from "./frame-selection.ts";
import { frameShownAt } from "./frame-shown-at.ts";
import { linspaceInt } from "./linspace-int.ts";
import { outsideNote } from "./outside-note.ts";

interface Window {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * `count` frames spread evenly by index over those shown within [from, to], both ends included, so
 * there is always the one shown at `from`; one frame is that one. Times are on the axis of the
 * presentation times; ends outside of the video are noted and moved to its first or last frame.
 * More than are shown: still `count` frames, and frames repeat.
 */
export function windowFrames(times: Float64Array, { from, to, count }: Window): FrameSelection {
  return frameSelection(
    linspaceInt(frameShownAt(times, from), frameShownAt(times, to), count),
    outsideNote(times, [from, to]),
  );
}

import { type FrameSelection, frameSelection } from "./frame-selection.ts";
import { frameShownAt } from "./frame-shown-at.ts";
import { outsideNote } from "./outside-note.ts";

/**
 * The frame shown at each of the times, in the order given. Times are on the axis of the
 * presentation times. A time before the first frame gives the first one, a time after the end the
 * last one, and both are noted. Times closer than frames repeat a frame.
 */
export function explicitFrames(times: Float64Array, wanted: readonly number[]): FrameSelection {
  return frameSelection(
    wanted.map((at) => frameShownAt(times, at)),
    outsideNote(times, wanted),
  );
}

import { type FrameSelection, frameSelection } from "./frame-selection.ts";
import { linspaceInt } from "./linspace-int.ts";

/**
 * Frames spread evenly by index, the first and the last included; one frame is the first one.
 * More than exist: still `count` frames, the indices being spread all the same, so frames repeat.
 */
export function uniformFrames(frameCount: number, count: number): FrameSelection {
  return frameSelection(linspaceInt(0, frameCount - 1, count));
}

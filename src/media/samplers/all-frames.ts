import { type FrameSelection, frameSelection } from "./frame-selection.ts";

/** Every frame once, in order of presentation. */
export function allFrames(frameCount: number): FrameSelection {
  return frameSelection(Array.from({ length: frameCount }, (_, index) => index));
}

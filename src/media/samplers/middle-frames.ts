import { type FrameSelection, frameSelection } from "./frame-selection.ts";
import { linspaceInt } from "./linspace-int.ts";

/**
 * OpenSeeSimE's choice: the middle frame and its two neighbours, and the rest spread over both
 * halves. For an even count the half after the middle has one frame more; three frames are the
 * first, the middle and the one after it.
 *
 * More than exist: still `count` frames, and frames repeat. The original then names frames outside
 * of videos of one or two frames. Here they are moved to the nearest frame; `strict` leaves them
 * out, as the original does because they cannot be read, so fewer come back.
 */
export function middleFrames(frameCount: number, count: number, strict = false): FrameSelection {
  const last = frameCount - 1;
  const asked = middleIndices(frameCount, count);
  const outside = asked.filter((index) => index < 0 || index > last).length;
  if (outside === 0) return frameSelection(asked);
  if (!strict) return frameSelection(asked.map((index) => Math.min(Math.max(index, 0), last)));
  const inside = asked.filter((index) => index >= 0 && index <= last);
  return frameSelection(inside, [
    `${outside} of ${count} indices lie outside of the video and were left out`,
  ]);
}

/** The indices the original computes; for one or two frames some lie outside of the video. */
export function middleIndices(frameCount: number, count: number): readonly number[] {
  const middle = Math.floor(frameCount / 2);
  const half = Math.floor(count / 2);
  const isOdd = count % 2 === 1;
  const before = linspaceInt(0, middle - 1, isOdd ? half : Math.max(half - 1, 0));
  const after = linspaceInt(middle + 1, frameCount - 1, half);
  return [...before, middle, ...after];
}

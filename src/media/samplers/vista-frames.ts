import { type FrameSelection, frameSelection } from "./frame-selection.ts";
import { FrameSelectionError } from "./frame-selection-error.ts";

/**
 * ViSTa's choice: every `step`-th frame from the first on, and the last frame for all that would
 * lie behind it, so that the first and last are always included (but for one frame, which is the
 * first one) and the last one often repeats.
 *
 * As many as exist or more: all frames, the last one repeated up to `count`. The original aborts
 * then, and for one frame; so does `strict`.
 */
export function vistaFrames(frameCount: number, count: number, strict = false): FrameSelection {
  if (strict && count === 1)
    throw new FrameSelectionError(
      "vista(1, strict): the original divides by zero when one frame is asked for",
    );
  if (strict && frameCount <= count) {
    throw new FrameSelectionError(
      `vista(${count}, strict): the original needs more than ${count} frames, and the video has ${frameCount}`,
    );
  }
  const step = frameCount <= count ? 1 : vistaStep(frameCount, count);
  return frameSelection(
    Array.from({ length: count }, (_, i) => (i === 0 ? 0 : Math.min(i * step, frameCount - 1))),
  );
}

function vistaStep(frameCount: number, count: number): number {
  const gaps = count - 1;
  return (frameCount - 1) % gaps === 0
    ? (frameCount - 1) / gaps
    : Math.floor(frameCount / gaps) + 1;
}

import type { SampleLengths } from "../../core/family/data-facet.ts";
import { failure, type Result, success } from "../../core/result.ts";
import type { DialogueSample } from "./schema.ts";
import { turnsAfterEnd } from "./stream-frames.ts";

/** Times of videos are ticks of their clocks: a whole frame may seem to miss this much. */
const tickSeconds = 1e-6;

/**
 * Streams that name a video, and no duration, end where it does; what is said after the last turn
 * is part of them too.
 */
export const streamEnd: SampleLengths<DialogueSample> = {
  wanted: ({ endsWithVideo, media: [video] }) => (endsWithVideo ? video : undefined),
  put({ endsWithVideo: _, ...sample }, endSeconds) {
    const frameCount = Math.floor((endSeconds + tickSeconds) * sample.fps);
    if (frameCount < 1)
      return failure(
        `the video ends after ${shownSeconds(endSeconds)}, which is less than one frame of the stream`,
      );
    const end = `the video ends after ${shownSeconds(endSeconds)}`;
    return cut({ ...sample, frameCount }, end);
  },
};

/**
 * As `streamTurns` does it: the first turn that comes after the end is put before the last frame,
 * if that is free; there is no room for others.
 */
function cut(sample: DialogueSample, end: string): Result<DialogueSample> {
  const { frameCount, inputs, references } = sample;
  const last = frameCount - 1;
  // An assistant's turn is due on the frame before the one that it is put on.
  const places = [...inputs.map(({ frame }) => frame), ...references.map(({ frame }) => frame + 1)];
  const after = places.filter((place) => place > last).length;
  const room = last >= 1 && !places.includes(last) ? 1 : 0;
  if (after > room) return failure(`${end}, and ${after - room} of its turns come after that`);
  // Up to a whole frame after the end is what the last one leaves over.
  const moved = places.filter((place) => place > frameCount).length;
  return success({
    ...sample,
    ...turnsAfterEnd({ moved, lost: 0 }),
    inputs: inputs.map((input) => ({ ...input, frame: Math.min(input.frame, last) })),
    references: references.map((reference) => ({
      ...reference,
      frame: Math.min(reference.frame, last - 1),
    })),
  });
}

function shownSeconds(seconds: number): string {
  return `${Number(seconds.toFixed(2))} s`;
}

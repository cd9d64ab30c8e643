import type { FrameRef } from "../../core/asking/chat.ts";
import type { DialogueInput, DialogueSample } from "./schema.ts";

/**
 * One moment at which an assistant may speak, with what became visible and audible since the moment
 * before, and nothing later.
 */
export interface ClockStep {
  /** The frame of the stream that what is said now is put on: the last one shown. */
  readonly frame: number;
  /** Seconds of the stream that have passed. */
  readonly nowSeconds: number;
  readonly frames: readonly FrameRef[];
  readonly inputs: readonly DialogueInput[];
}

/**
 * Replays a stream: every `everySeconds` the frames and turns that have come since. A frame of the
 * stream is over after 1 / fps seconds, and only then can something be said about it. What its
 * video shows before the stream begins, by more than half a frame, is no part of it.
 */
export function replayClock(
  sample: DialogueSample,
  frames: readonly FrameRef[],
  everySeconds: number,
): readonly ClockStep[] {
  const { fps, frameCount, startFrame = 0 } = sample;
  const stride = Math.max(1, Math.round(everySeconds * fps));
  const inputs = sample.inputs.toSorted((a, b) => a.frame - b.frame);
  const isPart = ({ atSeconds }: FrameRef) => atSeconds >= (startFrame - 0.5) / fps;
  const shown = frames.filter(isPart).toSorted((a, b) => a.atSeconds - b.atSeconds);
  const steps: ClockStep[] = [];
  let [heard, seen] = [0, 0];
  for (
    let frame = Math.min(stride, frameCount) - 1;
    ;
    frame = Math.min(frame + stride, frameCount - 1)
  ) {
    const [heardBefore, seenBefore] = [heard, seen];
    while (heard < inputs.length && inputs[heard]!.frame <= frame) heard++;
    while (seen < shown.length && shown[seen]!.atSeconds < (startFrame + frame + 1) / fps) seen++;
    steps.push({
      frame,
      nowSeconds: (frame + 1) / fps,
      frames: shown.slice(seenBefore, seen),
      inputs: inputs.slice(heardBefore, heard),
    });
    if (frame === frameCount - 1) return steps;
  }
}

/**
 * Those moments at which something is new: a turn, or a frame that is not the very same picture as
 * the one before it.
 */
export function onChange(steps: readonly ClockStep[]): readonly ClockStep[] {
  let last: string | undefined;
  return steps.filter(({ frames, inputs }) => {
    const before = last;
    last = frames.at(-1)?.digest ?? last;
    return (
      inputs.length > 0 ||
      frames.some(({ digest }, at) => digest !== (frames[at - 1]?.digest ?? before))
    );
  });
}

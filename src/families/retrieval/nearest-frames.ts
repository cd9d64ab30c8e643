import type { FrameRef } from "../../core/asking/chat.ts";

/** For each moment the frame nearest to it, each frame once, in the order of time. */
export function nearestFrames(
  frames: readonly FrameRef[],
  moments: readonly number[],
): readonly FrameRef[] {
  if (frames.length === 0) return [];
  const chosen = new Set<FrameRef>();
  for (const moment of moments)
    chosen.add(
      frames.reduce((best, one) =>
        Math.abs(one.atSeconds - moment) < Math.abs(best.atSeconds - moment) ? one : best,
      ),
    );
  return [...chosen].sort((a, b) => a.atSeconds - b.atSeconds);
}

/**
 * The frames inside any of the spans; where one has none, the frame nearest to its middle stands
 * for it.
 */
export function framesIn(
  frames: readonly FrameRef[],
  spans: readonly { readonly startSeconds: number; readonly endSeconds: number }[],
): readonly FrameRef[] {
  const chosen = new Set<FrameRef>();
  for (const { startSeconds, endSeconds } of spans) {
    const inside = frames.filter(
      ({ atSeconds }) => atSeconds >= startSeconds && atSeconds <= endSeconds,
    );
    for (const frame of inside.length > 0
      ? inside
      : nearestFrames(frames, [(startSeconds + endSeconds) / 2]))
      chosen.add(frame);
  }
  return [...chosen].sort((a, b) => a.atSeconds - b.atSeconds);
}

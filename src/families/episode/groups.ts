import type { EpisodeOptions, WindowSpan } from "./schema.ts";

/**
 * Neighbouring windows share frames, so that intervals treat blocks of an episode as independent. A
 * block is twice as long as what a sample and its target read together: windows of a block share
 * frames with those of the next only at their edge.
 */
export function groupFrames(
  samples: readonly (readonly WindowSpan[])[],
  options: EpisodeOptions,
): number {
  if (options.blockFrames !== undefined) return options.blockFrames;
  let longest = 1;
  for (const windows of samples) {
    const first = Math.min(...windows.map(({ startFrame }) => startFrame));
    const last = Math.max(...windows.map(({ endFrame }) => endFrame));
    longest = Math.max(longest, last - first + 1);
  }
  return 2 * (longest + horizonOf(samples, options));
}

/** How many frames after the window its target is, in the tasks that look ahead. */
function horizonOf(samples: readonly (readonly WindowSpan[])[], options: EpisodeOptions): number {
  const stride = Math.max(
    1,
    (samples[1]?.[0]?.startFrame ?? 0) - (samples[0]?.[0]?.startFrame ?? 0),
  );
  switch (options.task) {
    case "next_action":
      return options.futureFrames;
    case "hand_trajectory_forecast":
      return options.forecastFrames;
    case "ego_motion_forecast":
      return options.futureWindows * stride;
    case "body_motion_intensity":
      return stride;
    default:
      return 0;
  }
}

/** The block of an episode that a window starts in. */
export function groupName(episode: string, { startFrame }: WindowSpan, frames: number): string {
  return `${episode}/${Math.floor(startFrame / frames)}`;
}

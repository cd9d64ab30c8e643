import type { SampleBatches } from "../../core/data/dataset.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";

interface HasLength extends Sample {
  readonly durationSeconds?: unknown;
  readonly media?: readonly MediaRef[];
}

/** How long the video of a sample is, where the sample says it. */
export function videoSeconds(sample: HasLength): number | undefined {
  const { durationSeconds: seconds } = sample;
  return typeof seconds === "number" && seconds > 0 ? seconds : undefined;
}

/** The video that a sample is about: its first file, or the group that it belongs to. */
function videoName({ media, group }: HasLength): string {
  return media?.[0]?.path ?? group;
}

/** Hours of all videos, each counted once; `null` where one does not say how long it is. */
export async function videoHours(tasks: readonly SampleBatches[]): Promise<number | null> {
  const lengths = new Map<string, number>();
  for (const samples of tasks)
    for await (const batch of samples)
      for (const { sample } of batch) {
        const seconds = videoSeconds(sample);
        if (seconds === undefined) return null;
        lengths.set(videoName(sample), seconds);
      }
  if (lengths.size === 0) return null;
  return [...lengths.values()].reduce((sum, seconds) => sum + seconds, 0) / 3_600;
}

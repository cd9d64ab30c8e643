import type { PlannedSample, SampleBatches } from "../core/dataset.ts";

/** As many as are looked at together while they are asked. */
const most = 4_096;

/** The same samples; where they are few, their file is read only once, however often they are gone through. */
export function rememberedSamples(samples: SampleBatches): SampleBatches {
  let kept: readonly (readonly PlannedSample[])[] | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      if (kept) {
        yield* kept;
        return;
      }
      const read: (readonly PlannedSample[])[] = [];
      let count = 0;
      for await (const batch of samples) {
        count += batch.length;
        if (count <= most) read.push(batch);
        else read.length = 0;
        yield batch;
      }
      if (count <= most) kept = read;
    },
  };
}

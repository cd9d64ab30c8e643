import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";

/** As many as are looked at together while they are asked. */
const most = 4_096;
/** As JSON, in which they are shorter than in memory. */
const mostCharacters = 1 << 23;

/**
 * The same samples; where they are few and small, their file is read only once, however often they
 * are gone through.
 */
export function rememberedSamples(samples: SampleBatches): SampleBatches {
  let kept: readonly (readonly PlannedSample[])[] | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      if (kept) {
        yield* kept;
        return;
      }
      const read: (readonly PlannedSample[])[] = [];
      let [count, characters] = [0, 0];
      const isLittle = () => count <= most && characters <= mostCharacters;
      for await (const batch of samples) {
        count += batch.length;
        for (const { sample } of isLittle() ? batch : [])
          characters += JSON.stringify(sample).length;
        if (isLittle()) read.push(batch);
        else read.length = 0;
        yield batch;
      }
      if (isLittle()) kept = read;
    },
  };
}

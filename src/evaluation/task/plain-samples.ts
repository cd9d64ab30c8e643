import type { SampleBatches } from "../../core/data/dataset.ts";
import type { Sample } from "../../core/data/sample.ts";

/** The samples alone, as often as they are asked for. */
export function plainSamples(batches: SampleBatches): AsyncIterable<readonly Sample[]> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches) yield batch.map(({ sample }) => sample);
    },
  };
}

import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { Family } from "../../core/family.ts";

interface Noticer {
  readonly family: Pick<Family, "data">;
  onWarning(message: string): void;
}

/**
 * The same samples; what their family notices about them is reported when all were read, once,
 * however often they are gone through.
 */
export function withNotices(samples: SampleBatches, { family, onWarning }: Noticer): SampleBatches {
  if (!family.data.noticeSamples) return samples;
  const seen = new Set<string>();
  async function* watched(): AsyncGenerator<readonly PlannedSample[]> {
    const noticing = family.data.noticeSamples!();
    for await (const batch of samples) {
      for (const { sample } of batch) noticing.add(sample);
      yield batch;
    }
    for (const message of noticing.finish()) {
      if (!seen.has(message)) onWarning(message);
      seen.add(message);
    }
  }
  return { [Symbol.asyncIterator]: watched };
}

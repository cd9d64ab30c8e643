import type { PlannedSample, SampleBatches } from "../core/data/dataset.ts";

/** So many samples are looked at ahead. */
const windowSamples = 4_096;

/**
 * The same samples with those of a group behind each other, as far as a window of a few thousand
 * reaches: questions about one video then share its frames, its upload and the provider's prompt
 * cache. The order is that of the file otherwise.
 */
export async function* gatherGroups(
  batches: SampleBatches,
): AsyncGenerator<readonly PlannedSample[]> {
  let window: PlannedSample[] = [];
  for await (const batch of batches) {
    for (const planned of batch) window.push(planned);
    if (window.length < windowSamples) continue;
    yield byGroup(window);
    window = [];
  }
  if (window.length > 0) yield byGroup(window);
}

function byGroup(samples: readonly PlannedSample[]): readonly PlannedSample[] {
  return [...Map.groupBy(samples, ({ sample }) => sample.group).values()].flat();
}

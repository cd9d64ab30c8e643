import type { ArraySource } from "../../core/data/array-ref.ts";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { Family } from "../../core/family.ts";
import { canonicalJson } from "../../core/json.ts";
import { sampleDigits } from "../../core/run/work.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";

interface ArrayPlaces {
  readonly family: Family;
  readonly options: unknown;
  readonly arrays: ArraySource;
}

/** Samples with the numbers they are scored by, and with digests of the files they refer to. */
export function attachArrays(samples: SampleBatches, places: ArrayPlaces): SampleBatches {
  return places.family.data.arrays
    ? { [Symbol.asyncIterator]: () => attached(samples, places) }
    : samples;
}

async function* attached(
  samples: SampleBatches,
  places: ArrayPlaces,
): AsyncGenerator<readonly PlannedSample[]> {
  for await (const batch of samples) {
    const changed: PlannedSample[] = [];
    for (const planned of batch) changed.push(await withArrays(planned, places));
    yield changed;
  }
}

function digestOf(content: object): string {
  return contentDigest(canonicalJson(content)).slice(0, sampleDigits);
}

async function withArrays(
  planned: PlannedSample,
  { family, options, arrays }: ArrayPlaces,
): Promise<PlannedSample> {
  const { sample, digest, ...rest } = planned;
  const hook = family.data.arrays!;
  const digests: Record<string, string> = {};
  for (const path of hook.files(sample, options)) digests[path] = await arrays.digest(path);
  const found = [];
  for (const ref of hook.wanted(sample, options)) found.push(await arrays.read(ref));
  const put = hook.put(sample, { digests, arrays: found });
  if (!put.ok) throw new UserError(`sample "${sample.id}": ${put.reason}`);
  return {
    sample: put.value,
    digest: digestOf(put.value),
    pairing: hook.paired ? digestOf(hook.paired(put.value)) : digest,
    ...rest,
  };
}

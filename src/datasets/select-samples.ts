import type { PlannedSample, SampleBatches } from "../core/dataset.ts";
import type { Digest } from "../core/digest.ts";
import { UserError } from "../core/user-error.ts";

/** Which samples of a dataset a run takes. None of this is part of the run's spec, so that a run can be extended. */
export interface Selection {
  readonly split?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** So many at random: a larger number keeps the samples of a smaller one. */
  readonly sample?: number | undefined;
  readonly seed: number;
  /** The first so many. */
  readonly limit?: number | undefined;
}

/** Leaves out what was not selected; order and memory stay those of the reader. */
export function selectSamples(samples: SampleBatches, selection: Selection, digest: Digest): SampleBatches {
  const { split, ids, sample, limit } = selection;
  let selected = samples;
  if (split !== undefined) selected = filtered(selected, ({ sample }) => sample.split === split);
  if (ids) selected = byId(selected, ids);
  if (sample !== undefined) selected = atRandom(selected, { count: sample, seed: selection.seed, digest });
  return limit === undefined ? selected : first(selected, limit);
}

function filtered(samples: SampleBatches, keeps: (planned: PlannedSample) => boolean): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of samples) {
        const kept = batch.filter(keeps);
        if (kept.length > 0) yield kept;
      }
    },
  };
}

function byId(samples: SampleBatches, ids: readonly string[]): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      const missing = new Set(ids);
      for await (const batch of filtered(samples, ({ sample }) => missing.has(sample.id))) {
        for (const { sample } of batch) missing.delete(sample.id);
        yield batch;
        if (missing.size === 0) return;
      }
      if (missing.size > 0) throw new UserError(`no sample has the id ${[...missing].map((id) => `"${id}"`).join(", ")}`);
    },
  };
}

function first(samples: SampleBatches, limit: number): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      let left = limit;
      for await (const batch of samples) {
        if (left <= 0) return;
        yield batch.slice(0, left);
        left -= batch.length;
        if (left <= 0) return;
      }
    },
  };
}

interface RandomChoice {
  readonly count: number;
  readonly seed: number;
  readonly digest: Digest;
}

/** Keeps the samples with the smallest seeded numbers, so that the choice depends neither on order nor on how many others there are. */
function atRandom(samples: SampleBatches, { count, seed, digest }: RandomChoice): SampleBatches {
  const rank = ({ digest: content }: PlannedSample) => Number.parseInt(digest(`${seed}/${content}`).slice(0, 13), 16);
  return {
    async *[Symbol.asyncIterator]() {
      const ranks: number[] = [];
      for await (const batch of samples) for (const planned of batch) ranks.push(rank(planned));
      const sorted = Float64Array.from(ranks).sort();
      const largest = count < sorted.length ? sorted[count - 1]! : Number.POSITIVE_INFINITY;
      yield* filtered(samples, (planned) => count > 0 && rank(planned) <= largest);
    },
  };
}

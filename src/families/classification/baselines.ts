import type { Baselines } from "../../core/family/proof-facet.ts";
import type { Json } from "../../core/json.ts";
import type { LabelPrediction, LabelSample } from "./schema.ts";

/** How often each label is true, by task. */
type LabelCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Predictions that need no model. A hidden truth leaves even the oracle without an answer. */
export const labelBaselines: Baselines<LabelSample, LabelPrediction> = {
  oracle: ({ labels, truth }) => ({
    scores: truth
      ? Object.fromEntries(labels.map(({ id }) => [id, truth.includes(id) ? 1 : 0]))
      : {},
  }),
  chance: ({ labels }, random) => ({
    scores: Object.fromEntries(labels.map(({ id }) => [id, random()])),
  }),
  empty: () => ({ scores: {} }),
  majority: {
    async fit(train) {
      const tasks = new Map<string, Map<string, number>>();
      for await (const samples of train)
        for (const { task, truth } of samples)
          for (const label of truth ?? []) {
            const counts = tasks.get(task) ?? new Map<string, number>();
            tasks.set(task, counts);
            counts.set(label, (counts.get(label) ?? 0) + 1);
          }
      return Object.fromEntries(
        [...tasks].map(([task, counts]) => [task, Object.fromEntries(counts)]),
      ) satisfies Json;
    },
    predict: (state, sample) => ({ scores: sharesOf(state as LabelCounts, sample) }),
  },
};

/**
 * How often each label of the task was true, as a share: the most frequent one wins, and the shares
 * are probabilities. Nothing is known of a task that was not learnt from.
 */
function sharesOf(state: LabelCounts, { task, labels }: LabelSample): LabelPrediction["scores"] {
  const counts = Object.hasOwn(state, task) ? state[task]! : {};
  const known = labels.map(({ id }) => (Object.hasOwn(counts, id) ? counts[id]! : 0));
  const total = known.reduce((sum, count) => sum + count, 0);
  if (total === 0) return {};
  return Object.fromEntries(labels.map(({ id }, place) => [id, known[place]! / total]));
}

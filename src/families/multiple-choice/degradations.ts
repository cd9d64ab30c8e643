import type { Degradation } from "../../core/family/proof-facet.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

/**
 * Which samples are spoilt is decided by the first random number, so that a larger amount spoils a
 * superset.
 */
export const choiceDegradations: readonly Degradation<ChoiceSample, ChoicePrediction>[] = [
  {
    id: "flip-answers",
    summary:
      "replaces answers by another choice; the amount is the share of answers that are replaced",
    metric: "accuracy",
    amounts: [0.1, 0.25, 0.5, 0.75, 1],
    apply(prediction, { choices }, { amount, random }) {
      if (random() >= amount || prediction.choice === null) return prediction;
      const other = Math.floor(random() * (choices.length - 1));
      return { choice: other < prediction.choice ? other : other + 1 };
    },
  },
  {
    id: "drop-answers",
    summary:
      "leaves questions without an answer; the amount is the share of answers that are dropped",
    metric: "accuracy",
    amounts: [0.1, 0.25, 0.5, 0.75, 1],
    apply: (prediction, _, { amount, random }) =>
      random() < amount ? { choice: null } : prediction,
  },
];

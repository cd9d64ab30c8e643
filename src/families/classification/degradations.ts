import type { Degradation } from "../../core/family/proof-facet.ts";
import type { LabelPrediction, LabelSample } from "./schema.ts";

const amounts = [0.1, 0.25, 0.5, 0.75, 1];

/**
 * Which samples are spoilt is decided by the first random number, so that a larger amount spoils a
 * superset.
 */
export const labelDegradations: readonly Degradation<LabelSample, LabelPrediction>[] = [
  {
    id: "flip-labels",
    summary: "gives another label the highest score; the amount is the share of videos so spoilt",
    metric: "macro-f1",
    amounts,
    apply(prediction, { labels, truth }, { amount, random }) {
      if (random() >= amount || truth === null) return prediction;
      const others = labels.filter(({ id }) => !truth.includes(id));
      const chosen = others[Math.floor(random() * others.length)];
      if (!chosen) return { scores: {} };
      return { scores: Object.fromEntries(labels.map(({ id }) => [id, id === chosen.id ? 1 : 0])) };
    },
  },
  {
    id: "drop-answers",
    summary: "leaves videos without scores; the amount is the share of answers that are dropped",
    metric: "accuracy",
    amounts,
    apply: (prediction, _, { amount, random }) => (random() < amount ? { scores: {} } : prediction),
  },
  {
    id: "drop-scores",
    summary: "leaves true labels without a score; the amount is the share of videos so spoilt",
    metric: "label-ap",
    amounts,
    apply(prediction, { truth }, { amount, random }) {
      if (random() >= amount || truth === null) return prediction;
      const kept = Object.entries(prediction.scores).filter(([id]) => !truth.includes(id));
      return { scores: Object.fromEntries(kept) };
    },
  },
];

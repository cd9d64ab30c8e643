import type { Degradation } from "../../core/family/proof-facet.ts";
import { valuesOf } from "./misfit.ts";
import { packValues } from "./packed-values.ts";
import type { EpisodePrediction, EpisodeSample } from "./schema.ts";

const amounts = [0.1, 0.25, 0.5, 0.75, 1];

type Degrade = Degradation<EpisodeSample, EpisodePrediction>;

/**
 * Which samples are spoilt is decided by the first random number, so that a larger amount spoils a
 * superset.
 */
export const episodeDegradations: readonly Degrade[] = [
  {
    id: "flip-labels",
    summary:
      "answers another class, or all other labels; the amount is the share of windows so spoilt",
    metric: "macro_f1",
    amounts,
    apply(prediction, { classes = [] }, { amount, random }) {
      if (random() >= amount) return prediction;
      if ("labels" in prediction)
        return { labels: classes.filter((name) => !prediction.labels.includes(name)) };
      if (!("label" in prediction)) return prediction;
      const others = classes.filter((name) => name !== prediction.label);
      return { label: others[Math.floor(random() * others.length)] ?? null };
    },
  },
  {
    id: "drop-answers",
    summary: "leaves windows without an answer; the amount is the share of answers dropped",
    metric: "accuracy",
    amounts,
    apply: (prediction, _, { amount, random }) =>
      random() < amount && "label" in prediction ? { label: null } : prediction,
  },
  {
    id: "drop-labels",
    summary: "leaves out labels; the amount is the share left out",
    metric: "micro_f1",
    amounts,
    apply: (prediction, _, { amount, random }) =>
      "labels" in prediction
        ? { labels: prediction.labels.filter(() => random() >= amount) }
        : prediction,
  },
  {
    id: "blur-values",
    summary: "adds noise; the amount is its size",
    metric: "mae",
    amounts,
    apply(prediction, _, { amount, random }) {
      const values = valuesOf(prediction);
      if (!values) return prediction;
      return {
        values: packValues(Array.from(values, (value) => value + amount * (random() - 0.5))),
      };
    },
  },
  {
    id: "sink-right-window",
    summary: "puts the right window last; the amount is the share of queries so spoilt",
    metric: "mrr",
    amounts,
    apply: (prediction, _, { amount, random }) =>
      random() < amount && "ranking" in prediction
        ? { ranking: [...prediction.ranking.slice(1), prediction.ranking[0]!] }
        : prediction,
  },
  {
    id: "forget-action",
    summary: "leaves out the action; the amount is the share of windows so spoilt",
    metric: "action_macro_f1",
    amounts,
    apply: (prediction, _, { amount, random }) =>
      random() < amount && "answer" in prediction
        ? { answer: { ...prediction.answer, action: null }, isComplete: false }
        : prediction,
  },
];

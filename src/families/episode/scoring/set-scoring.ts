import type { Measure } from "../../../core/scores/measure.ts";
import type { Metric } from "../../../core/scores/metric.ts";
import { signature } from "../../../core/scores/signature.ts";
import type { HasLabelSets } from "../../../metrics/classification/class-counts.ts";
import { multiLabelExactMatch } from "../../../metrics/classification/multi-label-exact-match.ts";
import { multiLabelMacroF1 } from "../../../metrics/classification/multi-label-macro-f1.ts";
import { multiLabelMicroF1 } from "../../../metrics/classification/multi-label-micro-f1.ts";
import { multiLabelRate } from "../../../metrics/classification/multi-label-rates.ts";
import type { EpisodePrediction, EpisodeSample } from "../schema.ts";
import { named } from "./named-metric.ts";

const m = signature("episode-label-set", 1);

function setMeasure(): Measure<EpisodeSample, EpisodePrediction, HasLabelSets> {
  return {
    signature: m,
    measure: ({ sample: { truth, classes = [] }, prediction }) => ({
      truths: truth?.kind === "labels" ? truth.labels : null,
      predictions: "labels" in prediction ? prediction.labels : [],
      options: classes,
    }),
  };
}

const options = { classes: "options" } as const;
const makers: Readonly<Record<string, () => Metric>> = {
  micro_f1: () => named("micro_f1", multiLabelMicroF1(m, options)),
  macro_f1: () => named("macro_f1", multiLabelMacroF1(m, options)),
  exact_match: () => named("exact_match", multiLabelExactMatch(m)),
  precision: () => named("precision", multiLabelRate(m, "precision")),
  recall: () => named("recall", multiLabelRate(m, "recall")),
};

/** Scores of tasks whose answer is a set of labels; the class set is the vocabulary. */
export function setScoring(ids: readonly string[]) {
  return { measures: [setMeasure()], metrics: ids.map((id) => makers[id]!()), analyses: [] };
}

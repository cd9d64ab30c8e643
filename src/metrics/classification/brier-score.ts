import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import type { HasLabelScores } from "./has-label-scores.ts";
import { haveProbabilities, labelProbabilities } from "./label-probabilities.ts";

/**
 * Brier score of all labels: the mean over answered samples of Σ (p − y)², 0 to 2 (Brier 1950).
 * `null` unless the scores of all of them are probabilities.
 */
export function brierScore(measure: string): CorpusMetric<HasLabelScores> {
  return {
    id: "brier",
    title: "Brier score",
    signature: signature("brier", 1, { labels: "sum", unanswered: "left-out" }),
    measure,
    kind: "corpus",
    best: 0,
    worst: 2,
    population: "answered",
    counts: ({ truth, scores }) => truth !== null && scores !== null,
    prepare(evidence) {
      const items = [...evidence];
      const isKnown = haveProbabilities(items);
      const losses = Float64Array.from(items, (item) => lossOf(item));
      return (weights) => {
        if (weights) assertWeights(weights, losses.length);
        let sum = 0;
        let total = 0;
        for (let at = 0; at < losses.length; at++) {
          if (losses[at]! < 0) continue;
          const weight = weights ? weights[at]! : 1;
          sum += weight * losses[at]!;
          total += weight;
        }
        return isKnown && total > 0 ? sum / total : null;
      };
    },
  };
}

/** Below 0 where the sample does not count. */
function lossOf(item: HasLabelScores): number {
  const known = labelProbabilities(item);
  if (!known) return -1;
  return known.probabilities.reduce(
    (sum, one, place) => sum + (one - (place === known.truth ? 1 : 0)) ** 2,
    0,
  );
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "brier",
    group: "classification",
    title: "Brier score",
    options: [],
    page: () => ({
      definition:
        "Mean squared distance between the probabilities of all labels and the truth, summed over the labels.",
      formula: "(1/N) Σ_i Σ_c (p_ic − y_ic)²",
      citation: "Brier 1950, “Verification of forecasts expressed in terms of probability”",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9 (brier_score_loss, scale_by_half=False)",
      edgeCases:
        "Null unless the scores of every answered sample are probabilities: from 0 to 1, with the sum 1. Samples without an answer are left out.",
      signatures: [brierScore("").signature],
    }),
  },
];

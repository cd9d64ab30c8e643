import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import { type HasVectors, meanCost } from "./vector-errors.ts";

/**
 * Mean over samples of the mean absolute error of their numbers, in their unit. Answered samples
 * only.
 */
export function meanAbsoluteError(measure: string): SampleMetric<HasVectors> {
  return sampleMetric({
    id: "mae",
    title: "Mean absolute error",
    signature: signature("mean-absolute-error", 1, { dimensions: "mean", unanswered: "dropped" }),
    measure,
    kind: "mean",
    best: 0,
    worst: null,
    population: "answered",
    value: (item) => meanCost(item, Math.abs),
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "mae",
    group: "regression",
    title: "Mean absolute error",
    options: [],
    page: () => ({
      definition: "Mean over samples of the mean absolute error of their numbers, in their unit.",
      formula: "(1/N) Σ_i (1/D) Σ_d |y_id − ŷ_id|",
      citation: "scikit-learn, mean_absolute_error",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases: "Answered samples only.",
      signatures: [meanAbsoluteError("").signature],
    }),
    offers: [
      offer({
        id: "mae",
        title: "Mean absolute error",
        reads: "vectors",
        options: [],
        create: (measure) => [{ ...meanAbsoluteError(measure), id: "mae" }],
      }),
    ],
  },
];

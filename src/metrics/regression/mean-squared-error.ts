import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import { type HasVectors, meanCost } from "./vector-errors.ts";

/**
 * Mean over samples of the mean squared error of their numbers, in the square of their unit.
 * Answered samples only.
 */
export function meanSquaredError(measure: string): SampleMetric<HasVectors> {
  return sampleMetric({
    id: "mse",
    title: "Mean squared error",
    signature: signature("mean-squared-error", 1, { dimensions: "mean", unanswered: "dropped" }),
    measure,
    kind: "mean",
    best: 0,
    worst: null,
    population: "answered",
    value: (item) => meanCost(item, (error) => error * error),
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "mse",
    group: "regression",
    title: "Mean squared error",
    options: [],
    page: () => ({
      definition:
        "Mean over samples of the mean squared error of their numbers, in the square of their unit.",
      formula: "(1/N) Σ_i (1/D) Σ_d (y_id − ŷ_id)²",
      citation: "scikit-learn, mean_squared_error",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases: "Answered samples only, since an error has no worst value. Samples weigh alike.",
      signatures: [meanSquaredError("").signature],
    }),
    offers: [
      offer({
        id: "mse",
        title: "Mean squared error",
        reads: "vectors",
        options: [],
        create: (measure) => [{ ...meanSquaredError(measure), id: "mse" }],
      }),
    ],
  },
];

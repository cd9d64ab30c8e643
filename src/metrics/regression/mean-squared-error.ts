import type { SampleMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { sampleMetric } from "../sample-metric.ts";
import { type HasVectors, meanCost } from "./vector-errors.ts";

/** Mean over samples of the mean squared error of their numbers, in the square of their unit. Answered samples only. */
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

import type { Score } from "../../core/scores/metric.ts";
import { assertWeights } from "../sample-metric.ts";

/** The weighted sum of one figure per video over that of another; `null` where the latter is 0. */
export function weightedRatio(numerators: Float64Array, denominators: Float64Array): Score {
  return (weights) => {
    if (weights) assertWeights(weights, numerators.length);
    let numerator = 0;
    let denominator = 0;
    for (let video = 0; video < numerators.length; video++) {
      const weight = weights ? weights[video]! : 1;
      numerator += weight * numerators[video]!;
      denominator += weight * denominators[video]!;
    }
    return denominator > 0 ? numerator / denominator : null;
  };
}

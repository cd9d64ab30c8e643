import type { Score } from "../core/scores/metric.ts";
import { assertWeights } from "./sample-metric.ts";

/** Sums in another order may miss a share of the total by some units of the last place. */
const rounding = 1e-12;

/**
 * Scores any weighting of values by the least one that a share of them stays at or below (the
 * inverse of the empirical distribution); values that are not a number do not count.
 */
export function percentileScore(values: Float64Array, share: number): Score {
  const order = Uint32Array.from(values.keys())
    .filter((at) => !Number.isNaN(values[at]!))
    .sort((a, b) => values[a]! - values[b]! || a - b);
  return (weights) => {
    if (weights) assertWeights(weights, values.length);
    let total = 0;
    for (let at = 0; at < order.length; at++) total += weights ? weights[order[at]!]! : 1;
    let reached = 0;
    for (let at = 0; at < order.length; at++) {
      reached += weights ? weights[order[at]!]! : 1;
      if (total > 0 && reached >= share * total * (1 - rounding)) return values[order[at]!]!;
    }
    return null;
  };
}

import { normalQuantile } from "../distribution/normal-quantile.ts";
import { checkProportion, type Interval } from "./interval.ts";

/**
 * Wilson's score interval (1927) for a proportion of independent trials; [0, 1] when there are
 * none.
 */
export function wilson(successes: number, trials: number, confidence = 0.95): Interval {
  checkProportion(successes, trials, confidence);
  if (trials === 0) return { low: 0, high: 1 };
  const z = normalQuantile((1 + confidence) / 2);
  const share = successes / trials;
  const shrink = 1 + (z * z) / trials;
  const centre = share + (z * z) / (2 * trials);
  const margin = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return {
    low: successes === 0 ? 0 : Math.max(0, (centre - margin) / shrink),
    high: successes === trials ? 1 : Math.min(1, (centre + margin) / shrink),
  };
}

import { betaQuantile } from "../distribution/beta-quantile.ts";
import { checkProportion, type Interval } from "./interval.ts";

/**
 * The exact interval of Clopper and Pearson (1934) for a proportion of independent trials: it
 * covers at least `confidence`. Neither number needs to be whole, as effective sample sizes are
 * not; [0, 1] when there are no trials.
 */
export function clopperPearson(successes: number, trials: number, confidence = 0.95): Interval {
  checkProportion(successes, trials, confidence);
  const failures = trials - successes;
  const tail = (1 - confidence) / 2;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    high: failures === 0 ? 1 : betaQuantile(1 - tail, successes + 1, failures),
  };
}

import { normalQuantile } from "../distribution/normal-quantile.ts";
import { studentQuantile } from "../distribution/student-quantile.ts";
import type { Interval } from "./interval.ts";
import { poissonInterval } from "./poisson-interval.ts";

/**
 * Events and exposure, such as alarms and hours, of each group, usually a video; groups without
 * exposure are ignored.
 */
export interface RateTotals {
  readonly events: ArrayLike<number>;
  readonly exposures: ArrayLike<number>;
}

export interface RateInterval extends Interval {
  /**
   * How many times the variance of the total exceeds that of events that are independent of groups;
   * at least 1.
   */
  readonly inflation: number;
}

/**
 * The interval of a rate whose events may come in bursts: Garwood's on the effective number of
 * events, as Korn and Graubard do it for proportions. The variance of the total between groups is
 * the jackknife's, Σ((eventsᵢ − rate · exposureᵢ) ÷ (1 − shareᵢ))² · (G − 1)/G, since long groups
 * pull the rate towards themselves; over the number of events and times the square of t over z it
 * is the inflation, never below 1. The degrees of freedom of t are those of as many groups of equal
 * exposure as weigh the same, 1/Σ shareᵢ², minus 1. Where there is no event, nothing tells how they
 * spread: the upper limit is then the exact one-sided one, 3.0 ÷ exposure at 95 %.
 */
export function clusteredRate({ events, exposures }: RateTotals, confidence = 0.95): RateInterval {
  if (events.length !== exposures.length)
    throw new RangeError(
      `got ${events.length} groups of events and ${exposures.length} of exposure`,
    );
  const [count, exposure] = [sum(events), sum(exposures)];
  if (count === 0) return { ...poissonInterval(0, exposure, 2 * confidence - 1), inflation: 1 };
  const inflation = Math.max(
    1,
    inflationOf({ events, exposures }, { count, exposure, confidence }),
  );
  const { low, high } = poissonInterval(count / inflation, exposure / inflation, confidence);
  return { low, high, inflation };
}

function inflationOf(
  { events, exposures }: RateTotals,
  {
    count,
    exposure,
    confidence,
  }: { readonly count: number; readonly exposure: number; readonly confidence: number },
): number {
  let [groups, squares, shares] = [0, 0, 0];
  for (let group = 0; group < exposures.length; group++) {
    const share = exposures[group]! / exposure;
    if (share === 0) continue;
    groups++;
    shares += share * share;
    if (share < 1) squares += ((events[group]! - count * share) / (1 - share)) ** 2;
  }
  const variance = ((groups - 1) / groups) * squares;
  const probability = (1 + confidence) / 2;
  const correction =
    studentQuantile(probability, Math.max(1, 1 / shares - 1)) / normalQuantile(probability);
  return (variance / count) * correction * correction;
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += values[at]!;
  return total;
}

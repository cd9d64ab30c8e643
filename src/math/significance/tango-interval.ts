import { normalQuantile } from "../distribution/normal-quantile.ts";
import { checkConfidence, type Interval } from "../interval/interval.ts";
import type { DiscordantPairs } from "./mcnemar.ts";

export interface PairCounts extends DiscordantPairs {
  /** All pairs, those on which both agree included. */
  readonly pairs: number;
}

/** Halvings of a stretch of at most 2: beyond the precision of a number. */
const halvings = 60;

/**
 * The interval for the difference of two proportions of the same samples, first minus second: all
 * differences that the score test of Tango (1998, "Equivalence test and confidence interval for the
 * difference in proportions for the paired-sample design") does not reject. For independent pairs
 * only. Holds its confidence with few discordant pairs, and has a width also without any.
 */
export function tangoInterval(
  { onlyFirst, onlySecond, pairs }: PairCounts,
  confidence = 0.95,
): Interval {
  checkConfidence(confidence);
  if (
    ![onlyFirst, onlySecond, pairs].every((count) => Number.isSafeInteger(count) && count >= 0) ||
    onlyFirst + onlySecond > pairs
  )
    throw new RangeError(`numbers of pairs do not fit: ${onlyFirst} and ${onlySecond} of ${pairs}`);
  if (pairs === 0) throw new RangeError("without pairs there is no difference");
  const difference = (onlyFirst - onlySecond) / pairs;
  const reach = normalQuantile((1 + confidence) / 2);
  const isInside = (value: number) => distance({ onlyFirst, onlySecond, pairs }, value) <= reach;
  return { low: boundary(difference, -1, isInside), high: boundary(difference, 1, isInside) };
}

/** How many standard errors the difference that was seen lies from an assumed one. */
function distance({ onlyFirst, onlySecond, pairs }: PairCounts, assumed: number): number {
  const seen = Math.abs(onlyFirst - onlySecond - pairs * assumed);
  const linear = -onlyFirst - onlySecond + (2 * pairs - onlyFirst + onlySecond) * assumed;
  const constant = -onlySecond * assumed * (1 - assumed);
  const share =
    (Math.sqrt(Math.max(0, linear * linear - 8 * pairs * constant)) - linear) / (4 * pairs);
  const variance = pairs * (2 * share + assumed * (1 - assumed));
  if (variance <= 0) return seen < 1e-9 ? 0 : Number.POSITIVE_INFINITY;
  return seen / Math.sqrt(variance);
}

/** Where one leaves the interval on the way from a point inside to an end, or the end itself. */
function boundary(inside: number, end: number, isInside: (value: number) => boolean): number {
  if (isInside(end)) return end;
  let [near, far] = [inside, end];
  for (let step = 0; step < halvings; step++) {
    const middle = (near + far) / 2;
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return near;
}

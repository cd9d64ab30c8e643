import { normalProbability } from "../normal-probability.ts";
import { studentProbability } from "../student-probability.ts";
import type { DiscordantPairs } from "./mcnemar.ts";

/**
 * One-sided p-values for "worse by `margin` or more", on scores where more is better: where one is at most α (.01 by default in gates, since at
 * .05 one unchanged system in 20 fails), the new system is not inferior by the margin.
 */
interface Margin {
  /** Positive, in the unit of the score. */
  readonly margin: number;
}

/** A difference of scores, new minus baseline, with its standard error between groups or from a bootstrap of groups. */
export interface EstimatedDifference extends Margin {
  readonly difference: number;
  readonly standardError: number;
  readonly groupCount: number;
}

/**
 * For means, clustered binaries and scores of whole sets: (difference + margin) / standard error against Student's t with G − 1 degrees of
 * freedom. Where all groups differ alike there is no standard error; groups then count as pairs without a flip, as in the score test below.
 */
export function nonInferiorityOfDifference({ difference, standardError, groupCount, margin }: EstimatedDifference): number {
  checkMargin(margin);
  if (!(Number.isFinite(difference) && standardError >= 0))
    throw new RangeError(`no difference with an error: ${difference} ± ${standardError}`);
  if (!(Number.isSafeInteger(groupCount) && groupCount >= 2)) throw new RangeError(`at least two groups are needed, got ${groupCount}`);
  if (standardError === 0) return difference < 0 ? 1 : withoutFlips(groupCount, margin);
  return studentProbability(-(difference + margin) / standardError, groupCount - 1);
}

export interface PairedProportions extends DiscordantPairs, Margin {
  /** All pairs, those on which the systems agree included. */
  readonly pairs: number;
}

/**
 * For binaries with one sample per group: the score test of Tango (1998, "Equivalence test and confidence interval for the difference in
 * proportions for the paired-sample design"), first system new, second baseline. Unlike the t test it does not take pairs without any flip for
 * certainty: 40 such pairs are not enough for a margin of .05.
 */
export function nonInferiorityOfPairs({ onlyFirst, onlySecond, pairs, margin }: PairedProportions): number {
  checkMargin(margin);
  if (
    ![onlyFirst, onlySecond, pairs].every((count) => Number.isSafeInteger(count) && count >= 0) ||
    onlyFirst + onlySecond > pairs ||
    pairs === 0
  )
    throw new RangeError(`numbers of pairs do not fit: ${onlyFirst} and ${onlySecond} of ${pairs}`);
  // The share of pairs that only the baseline gets right, most likely under a difference of exactly −margin.
  const linear = -onlyFirst - onlySecond - (2 * pairs - onlyFirst + onlySecond) * margin;
  const constant = onlySecond * margin * (margin + 1);
  const share = (Math.sqrt(linear * linear - 8 * pairs * constant) - linear) / (4 * pairs);
  const variance = pairs * (2 * share - margin * (margin + 1));
  return variance <= 0 ? 1 : normalProbability(-(onlyFirst - onlySecond + pairs * margin) / Math.sqrt(variance));
}

function withoutFlips(groupCount: number, margin: number): number {
  return margin >= 1 ? 0 : nonInferiorityOfPairs({ onlyFirst: 0, onlySecond: 0, pairs: groupCount, margin });
}

function checkMargin(margin: number): void {
  if (!(margin > 0 && Number.isFinite(margin))) throw new RangeError(`the margin must be positive, got ${margin}`);
}

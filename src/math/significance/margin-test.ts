import { normalProbability } from "../distribution/normal-probability.ts";
import { studentProbability } from "../distribution/student-probability.ts";
import type { PairCounts } from "./tango-interval.ts";

/** One-sided p-values about a difference, new minus old, of scores where more is better. */
export interface MarginTest {
  /** Small where the new system is worse by more than the margin. */
  readonly worse: number;
  /** Small where it is not: the test of non-inferiority. */
  readonly notWorse: number;
}

interface Margin {
  /** In the unit of the score; 0 or more. */
  readonly margin: number;
}

/** A difference with its standard error between groups, or from a bootstrap of groups. */
export interface EstimatedDifference extends Margin {
  readonly difference: number;
  readonly standardError: number;
  readonly groupCount: number;
  /** How far two scores can be apart; infinite where nothing limits them. */
  readonly range: number;
}

/**
 * For means, clustered shares and scores of whole sets: (difference + margin) over the standard
 * error against Student's t with G − 1 degrees of freedom. Where nothing varies, that all G groups
 * are worse has a probability of at most 2⁻ᴳ; and a share of margin ÷ range of the groups could have
 * gone unseen with a probability of (1 − margin ÷ range)ᴳ, below which nothing is called not worse.
 */
export function marginTestOfDifference(input: EstimatedDifference): MarginTest {
  const { difference, standardError, groupCount, margin, range } = input;
  checkMargin(margin);
  if (!(Number.isFinite(difference) && standardError >= 0))
    throw new RangeError(`no difference with an error: ${difference} ± ${standardError}`);
  if (!(Number.isSafeInteger(groupCount) && groupCount >= 2))
    throw new RangeError(`at least two groups are needed, got ${groupCount}`);
  const unseen = Number.isFinite(range) ? (1 - Math.min(1, margin / range)) ** groupCount : 0;
  const beyond = difference + margin;
  if (standardError === 0)
    return beyond < 0
      ? { worse: 2 ** -groupCount, notWorse: 1 }
      : { worse: 1, notWorse: Number.isFinite(range) ? unseen : 1 };
  const t = beyond / standardError;
  return {
    worse: studentProbability(t, groupCount - 1),
    notWorse: Math.max(unseen, studentProbability(-t, groupCount - 1)),
  };
}

/**
 * For shares with one sample per group: the score test of Tango (1998, "Equivalence test and
 * confidence interval for the difference in proportions for the paired-sample design"), first
 * system new, second old. Unlike the t test it does not take pairs without any flip for certainty:
 * 40 such pairs do not show that a system is not worse by 5 points.
 */
export function marginTestOfPairs({
  onlyFirst,
  onlySecond,
  pairs,
  margin,
}: PairCounts & Margin): MarginTest {
  checkMargin(margin);
  if (
    ![onlyFirst, onlySecond, pairs].every((count) => Number.isSafeInteger(count) && count >= 0) ||
    onlyFirst + onlySecond > pairs ||
    pairs === 0
  )
    throw new RangeError(`numbers of pairs do not fit: ${onlyFirst} and ${onlySecond} of ${pairs}`);
  if (margin >= 1) return { worse: 1, notWorse: 0 };
  // The share of pairs that only the old system gets right, most likely under a difference of
  // exactly −margin.
  const linear = -onlyFirst - onlySecond - (2 * pairs - onlyFirst + onlySecond) * margin;
  const constant = onlySecond * margin * (margin + 1);
  const root = Math.sqrt(Math.max(0, linear * linear - 8 * pairs * constant));
  const share = (root - linear) / (4 * pairs);
  const variance = pairs * (2 * share - margin * (margin + 1));
  if (variance <= 0) return { worse: 1, notWorse: 1 };
  const z = (onlyFirst - onlySecond + pairs * margin) / Math.sqrt(variance);
  return { worse: normalProbability(z), notWorse: normalProbability(-z) };
}

function checkMargin(margin: number): void {
  if (!(margin >= 0 && Number.isFinite(margin)))
    throw new RangeError(`the margin must be 0 or more, got ${margin}`);
}

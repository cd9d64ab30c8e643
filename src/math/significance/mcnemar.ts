import { incompleteBeta } from "../distribution/incomplete-beta.ts";

/**
 * Pairs that only one of two systems gets right. Pairs on which they agree say nothing about a
 * difference.
 */
export interface DiscordantPairs {
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

/**
 * Two-sided p-value of McNemar's exact test: of the discordant pairs, a binomial number with
 * probability one half is the first system's (McNemar 1947). Never rejects too often, at the price
 * of rejecting too seldom. For independent pairs only. 1 without discordant pairs.
 * Reports use the mid-p value, gates this one.
 */
export function mcnemarExact(pairs: DiscordantPairs): number {
  const { fewer, all } = counted(pairs);
  return Math.min(1, 2 * atMost(fewer, all));
}

/**
 * Two-sided mid-p value of McNemar's test: results as extreme as the one seen count half
 * (Fagerland, Lydersen and Laake 2013, "The McNemar test for binary matched-pairs data: mid-p and
 * asymptotic are better than exact conditional"). For independent pairs only. 1 without discordant
 * pairs.
 */
export function mcnemarMidP(pairs: DiscordantPairs): number {
  const { fewer, all } = counted(pairs);
  if (all === 0) return 1;
  const lower = atMost(fewer - 1, all);
  const upTo = atMost(fewer, all);
  return 2 * fewer === all ? 1 - (upTo - lower) / 2 : lower + upTo;
}

function counted({ onlyFirst, onlySecond }: DiscordantPairs) {
  if (
    !(
      Number.isSafeInteger(onlyFirst) &&
      Number.isSafeInteger(onlySecond) &&
      onlyFirst >= 0 &&
      onlySecond >= 0
    )
  ) {
    throw new RangeError(
      `numbers of pairs must be whole and not negative, got ${onlyFirst} and ${onlySecond}`,
    );
  }
  return { fewer: Math.min(onlyFirst, onlySecond), all: onlyFirst + onlySecond };
}

/** P(X ≤ successes) of a fair coin thrown `throws` times. */
function atMost(successes: number, throws: number): number {
  if (successes < 0) return 0;
  return successes >= throws ? 1 : incompleteBeta(throws - successes, successes + 1, 0.5);
}

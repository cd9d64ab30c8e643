import { betaQuantile } from "../distribution/beta-quantile.ts";
import { normalQuantile } from "../distribution/normal-quantile.ts";
import { studentQuantile } from "../distribution/student-quantile.ts";

/** A difference that is there is found four times out of five, by a two-sided test at .05. */
const power = 0.8;
const upperTail = 0.975;

/**
 * The smallest true difference that a two-sided test at .05 finds with 80 % power, by the standard
 * error of the difference between so many groups: (t(.975) + t(.8)) · error, with G − 1 degrees of
 * freedom. `null` where nothing varies, or with fewer than two groups.
 */
export function detectableDifference(standardError: number, groupCount: number): number | null {
  if (!(standardError >= 0 && Number.isFinite(standardError)))
    throw new RangeError(`not a standard error: ${standardError}`);
  if (standardError === 0 || groupCount < 2) return null;
  const freedom = groupCount - 1;
  return (studentQuantile(upperTail, freedom) + studentQuantile(power, freedom)) * standardError;
}

/**
 * The same for shares of independent pairs under McNemar's test, by the share of discordant pairs:
 * the δ that solves √n·δ = z(.975)·√d + z(.8)·√(d − δ²) (Connor 1987, "Sample size for testing
 * differences in proportions for the paired-sample design"). Where fewer pairs are discordant than
 * a difference of that size needs, what flips in one direction alone would have to be.
 */
export function detectableShare(pairs: number, discordant: number): number | null {
  if (!(Number.isSafeInteger(pairs) && pairs > 0 && discordant >= 0 && discordant <= pairs))
    throw new RangeError(`${discordant} discordant pairs of ${pairs}`);
  const [threshold, reach] = [normalQuantile(upperTail), normalQuantile(power)];
  const share = discordant / pairs;
  const underRoot = pairs - threshold ** 2 + reach ** 2;
  const effect =
    underRoot < 0
      ? Number.POSITIVE_INFINITY
      : (Math.sqrt(share) * (Math.sqrt(pairs) * threshold + reach * Math.sqrt(underRoot))) /
        (pairs + reach ** 2);
  const oneWay = oneWayShare(pairs);
  return effect <= share && (oneWay === null || effect >= oneWay) ? effect : oneWay;
}

/**
 * So many flips in one direction are found at .05 where ties count half (mid-p): 2⁻⁵ is .03, 2⁻⁴
 * .06.
 */
const leastFlips = 5;

/**
 * The share of units that must flip in one direction for `leastFlips` of them to flip with 80 %
 * probability; `null` where there are fewer units.
 */
export function oneWayShare(units: number): number | null {
  return units < leastFlips ? null : betaQuantile(power, leastFlips, units - leastFlips + 1);
}

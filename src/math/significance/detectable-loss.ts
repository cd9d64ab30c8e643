import { betaQuantile } from "../distribution/beta-quantile.ts";
import { studentQuantile } from "../distribution/student-quantile.ts";

/** A loss that is there is found four times out of five. */
const power = 0.8;

interface LossTest {
  /** Of the one-sided test. */
  readonly level: number;
  readonly margin: number;
}

export interface Spread {
  /** Of the difference, between groups. */
  readonly standardError: number;
  readonly groupCount: number;
  /** Samples. */
  readonly n: number;
  /** What a sample loses that loses all; infinite where nothing limits it. */
  readonly lost: number;
}

/** Fixed points are met long before, and halvings go beyond the precision of a number. */
const rounds = 60;

/**
 * The smallest true loss δ that a one-sided test of "worse by more than the margin" finds with 80 %
 * power: margin + (t(1 − level) + t(.8)) standard errors, with G − 1 degrees of freedom. A loss varies
 * by itself, which the standard error was seen without: the variance of some samples losing all, δ(lost
 * − δ) ÷ n, is added. `null` where nothing limits a score and nothing varies, or with fewer than two
 * groups.
 */
export function detectableLoss(
  { standardError, groupCount, n, lost }: Spread,
  { level, margin }: LossTest,
): number | null {
  const isLimited = Number.isFinite(lost);
  if (groupCount < 2 || (standardError === 0 && !isLimited)) return null;
  const freedom = groupCount - 1;
  const reach = studentQuantile(1 - level, freedom) + studentQuantile(power, freedom);
  if (!isLimited) return margin + reach * standardError;
  let loss = margin;
  for (let round = 0; round < rounds; round++) {
    const own = (loss * (lost - loss)) / n;
    loss = Math.min(lost, margin + reach * Math.sqrt(standardError ** 2 + own));
  }
  return loss;
}

/**
 * The smallest true loss of a share of right answers that leaves so many groups worse, with 80 %
 * probability, as sign flips or McNemar's test need to find anything at all: a group of s samples
 * loses some with probability 1 − (1 − δ)ˢ. `null` where there are fewer groups.
 */
export function leastDetectableLoss(losses: number, sizes: Float64Array): number | null {
  if (sizes.length < losses) return null;
  const wanted = sizes.length * betaQuantile(power, losses, sizes.length - losses + 1);
  let [low, high] = [0, 1];
  for (let round = 0; round < rounds; round++) {
    const middle = (low + high) / 2;
    const hit = sizes.reduce((sum, size) => sum + 1 - (1 - middle) ** size, 0);
    if (hit < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * How many units must get worse, and none better, for sign flips to find a loss at the level:
 * seven at .01, five at .05.
 */
export function leastLosses(level: number): number {
  let losses = 1;
  while (2 ** -losses > level) losses++;
  return losses;
}

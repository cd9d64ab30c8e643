import { normalProbability } from "../normal-probability.ts";
import { normalQuantile } from "../normal-quantile.ts";

interface PowerOptions {
  /** Of a two-sided test. */
  readonly alpha?: number;
}

/**
 * The probability that a two-sided test of paired means finds a true difference of this size, given the standard error of the mean difference:
 * Φ(|effect| / error − z(1 − α/2)). With clusters, give the standard error between groups. A finding on the wrong side does not count.
 */
export function powerOfMeans(effect: number, standardError: number, { alpha = 0.05 }: PowerOptions = {}): number {
  if (!(standardError > 0 && Number.isFinite(standardError))) throw new RangeError(`not a standard error: ${standardError}`);
  return normalProbability(Math.abs(effect) / standardError - threshold(alpha));
}

/**
 * The probability that McNemar's test finds a true difference of paired proportions, given the share of discordant pairs (Connor 1987, "Sample
 * size for testing differences in proportions for the paired-sample design"): Φ((√n·δ − z·√d) / √(d − δ²)). For independent pairs.
 */
export function powerOfProportions(
  { pairs, discordantShare, effect }: { readonly pairs: number; readonly discordantShare: number; readonly effect: number },
  { alpha = 0.05 }: PowerOptions = {},
): number {
  const size = Math.abs(effect);
  if (!(Number.isSafeInteger(pairs) && pairs > 0)) throw new RangeError(`the number of pairs must be whole and positive, got ${pairs}`);
  if (!(discordantShare > 0 && discordantShare <= 1 && size <= discordantShare))
    throw new RangeError(`a difference of ${effect} does not fit a discordant share of ${discordantShare}`);
  const reach = Math.sqrt(pairs) * size - threshold(alpha) * Math.sqrt(discordantShare);
  const spread = Math.sqrt(discordantShare - size * size);
  return spread === 0 ? (reach > 0 ? 1 : 0) : normalProbability(reach / spread);
}

function threshold(alpha: number): number {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must be between 0 and 1, got ${alpha}`);
  return normalQuantile(1 - alpha / 2);
}

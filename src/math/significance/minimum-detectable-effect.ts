import { normalQuantile } from "../normal-quantile.ts";

interface TestPlan {
  /** Of a two-sided test. */
  readonly alpha?: number;
  readonly power?: number;
}

/**
 * The smallest true difference of paired means that a two-sided test finds with the stated power: (z(1 − α/2) + z(power)) times the standard
 * error of the mean difference. With clusters, give the standard error between groups. Normal approximation, so a little low below 30 groups.
 */
export function detectableMeanDifference(standardError: number, plan: TestPlan = {}): number {
  if (!(standardError >= 0 && Number.isFinite(standardError))) throw new RangeError(`not a standard error: ${standardError}`);
  const { threshold, reach } = quantiles(plan);
  return (threshold + reach) * standardError;
}

/**
 * The smallest true difference of paired proportions that McNemar's test finds with the stated power, given the share of discordant pairs:
 * the δ that solves √n·δ = z(1 − α/2)·√d + z(power)·√(d − δ²) (Connor 1987, "Sample size for testing differences in proportions for the
 * paired-sample design"). `null` where it would exceed d, so that even one-way flips alone would not be found. For independent pairs.
 */
export function detectableProportionDifference(pairs: number, discordantShare: number, plan: TestPlan = {}): number | null {
  if (!(Number.isSafeInteger(pairs) && pairs > 0)) throw new RangeError(`the number of pairs must be whole and positive, got ${pairs}`);
  if (!(discordantShare >= 0 && discordantShare <= 1))
    throw new RangeError(`the discordant share must be in [0, 1], got ${discordantShare}`);
  const { threshold, reach } = quantiles(plan);
  const underRoot = pairs - threshold ** 2 + reach ** 2;
  if (underRoot < 0) return null;
  const effect = (Math.sqrt(discordantShare) * (Math.sqrt(pairs) * threshold + reach * Math.sqrt(underRoot))) / (pairs + reach ** 2);
  return effect > discordantShare || discordantShare === 0 ? null : effect;
}

function quantiles({ alpha = 0.05, power = 0.8 }: TestPlan) {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must be between 0 and 1, got ${alpha}`);
  if (!(power >= 0.5 && power < 1)) throw new RangeError(`power must be at least 0.5 and below 1, got ${power}`);
  return { threshold: normalQuantile(1 - alpha / 2), reach: normalQuantile(power) };
}

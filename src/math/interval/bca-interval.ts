import { normalProbability } from "../distribution/normal-probability.ts";
import { normalQuantile } from "../distribution/normal-quantile.ts";
import { quantile } from "../quantile.ts";
import { checkConfidence, type Interval } from "./interval.ts";
import { definedAscending } from "./percentile-interval.ts";

export interface BcaInput {
  /** The resampled scores; NaN where one is not defined. */
  readonly values: Float64Array;
  /** The score of the whole set. */
  readonly estimate: number;
  /** The score without each group in turn; NaN where it is not defined. */
  readonly jackknife: Float64Array;
  readonly confidence?: number;
}

/**
 * The bias-corrected and accelerated interval of a bootstrap (Efron 1987), as SciPy computes it:
 * resampled values equal to the estimate count half on each side. `null` where it does not exist:
 * no values, all of them on one side of the estimate, or an acceleration too strong for the limits.
 */
export function bcaInterval({
  values,
  estimate,
  jackknife,
  confidence = 0.95,
}: BcaInput): Interval | null {
  checkConfidence(confidence);
  const sorted = definedAscending(values);
  if (sorted.length === 0) return null;
  const bias = normalQuantile(shareBelow(sorted, estimate));
  const pull = acceleration(jackknife);
  const low = adjustShare((1 - confidence) / 2, bias, pull);
  const high = adjustShare((1 + confidence) / 2, bias, pull);
  return low === null || high === null
    ? null
    : { low: quantile(sorted, low), high: quantile(sorted, high) };
}

/** Which quantile of the resampled values to take instead of the plain one. */
function adjustShare(share: number, bias: number, pull: number): number | null {
  const shifted = bias + normalQuantile(share);
  const stretch = 1 - pull * shifted;
  return Number.isFinite(bias) && stretch > 0 ? normalProbability(bias + shifted / stretch) : null;
}

function shareBelow(sorted: Float64Array, estimate: number): number {
  let below = 0;
  let equal = 0;
  for (const value of sorted) {
    if (value < estimate) below += 1;
    else if (value === estimate) equal += 1;
  }
  return (below + equal / 2) / sorted.length;
}

/** A sixth of the skewness of the influence of groups; 0 where no group has any. */
function acceleration(jackknife: Float64Array): number {
  const defined = jackknife.filter((value) => !Number.isNaN(value));
  const mean = defined.reduce((sum, value) => sum + value, 0) / defined.length;
  let squares = 0;
  let cubes = 0;
  for (const value of defined) {
    const influence = mean - value;
    squares += influence * influence;
    cubes += influence ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

import { quantile } from "../quantile.ts";
import { checkConfidence, type Interval } from "./interval.ts";

/**
 * The percentile interval of a bootstrap: the quantiles of the resampled values that leave (1 −
 * confidence) / 2 on either side. Undefined values (NaN) are left out; `null` where none is left.
 */
export function percentileInterval(values: Float64Array, confidence = 0.95): Interval | null {
  checkConfidence(confidence);
  const sorted = definedAscending(values);
  if (sorted.length === 0) return null;
  return {
    low: quantile(sorted, (1 - confidence) / 2),
    high: quantile(sorted, (1 + confidence) / 2),
  };
}

/** The values without NaN, in ascending order. */
export function definedAscending(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

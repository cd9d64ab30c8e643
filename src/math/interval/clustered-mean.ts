import { studentQuantile } from "../distribution/student-quantile.ts";
import type { Interval } from "./interval.ts";
import { studentisedInterval } from "./studentised-interval.ts";
import { unanimousInterval } from "./unanimous-interval.ts";

export interface ClusteredMeanInput {
  /** The sum of the values in each group, and how many there are. */
  readonly sums: Float64Array;
  readonly sizes: Float64Array | Uint32Array;
  /** The values that the mean can take; infinite where nothing limits it. */
  readonly range: Interval;
  readonly resamples: number;
  readonly seed: number;
}

export interface ClusteredMeanInterval extends Interval {
  /**
   * `studentised`, and at least t; `t`, where resamples have no spread; `unanimous`, where all groups
   * have the same mean.
   */
  readonly method: "studentised" | "t" | "unanimous";
}

/**
 * The 95 % interval of a mean over values in groups: studentised limits and those of t, whichever
 * are farther out. The former are too narrow where few groups differ, the latter where values are
 * skewed (`npm run simulate:compare`). `null` where all groups are alike and nothing limits the mean.
 */
export function clusteredMeanInterval({
  sums,
  sizes,
  range,
  resamples,
  seed,
}: ClusteredMeanInput): ClusteredMeanInterval | null {
  const { mean, error } = clusteredMean({ sums, sizes });
  const groupCount = sums.length;
  const hasRange = Number.isFinite(range.low) && Number.isFinite(range.high);
  const alike = hasRange ? unanimousInterval({ value: mean, groupCount, range }) : undefined;
  const found = studentisedInterval({ sums, sizes, resamples, seed });
  if (!found) return alike ? { low: alike.low, high: alike.high, method: "unanimous" } : null;
  const reach = studentQuantile(0.975, groupCount - 1) * error;
  // Where few groups differ, many resamples have no spread to be measured by.
  const hasLimits = Number.isFinite(found.low) && Number.isFinite(found.high);
  const [low, high] = hasLimits
    ? [found.low, found.high]
    : [alike?.low ?? mean, alike?.high ?? mean];
  return {
    low: Math.max(range.low, Math.min(low, mean - reach)),
    high: Math.min(range.high, Math.max(high, mean + reach)),
    method: hasLimits ? "studentised" : "t",
  };
}

/** The mean of all values and its standard error between groups; 0 where only rounding is left. */
export function clusteredMean({ sums, sizes }: Pick<ClusteredMeanInput, "sums" | "sizes">): {
  readonly mean: number;
  readonly error: number;
} {
  const groups = sizes.length;
  let [n, total] = [0, 0];
  for (let group = 0; group < groups; group++) {
    n += sizes[group]!;
    total += sums[group]!;
  }
  const mean = total / n;
  let squares = 0;
  for (let group = 0; group < groups; group++)
    squares += (sums[group]! - mean * sizes[group]!) ** 2;
  const error = groups < 2 ? 0 : Math.sqrt((groups / (groups - 1)) * squares) / n;
  return { mean, error: error <= 1e-12 ? 0 : error };
}

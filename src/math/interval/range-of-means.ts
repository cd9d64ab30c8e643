import { normalQuantile } from "../distribution/normal-quantile.ts";
import { studentQuantile } from "../distribution/student-quantile.ts";
import { quantile } from "../quantile.ts";
import { drawGroupCounts } from "./cluster-bootstrap.ts";
import { checkConfidence, type Interval } from "./interval.ts";

export interface RangeInput {
  /** For each condition the sum of the samples' values in each group. */
  readonly sums: readonly Float64Array[];
  /** How many samples each group has, the same under all conditions. */
  readonly sizes: Float64Array;
  readonly resamples: number;
  readonly seed: number;
  readonly confidence?: number;
}

/**
 * An interval for the highest minus the lowest of several means over the same samples, which come
 * in groups. The range of resampled means is no guide: even where all means are truly equal, the
 * range seen is above 0, and that of resamples larger still. Instead the differences of all pairs
 * of conditions are bounded at once, as by Tukey's range: by the cluster bootstrap's quantile of
 * the largest error of any pair, which is max e − min e with e the resampled means minus those
 * seen, widened for few groups by √(G/(G − 1)) and t(G − 1) over the normal quantile. Where every
 * difference is within this bound of what was seen, so is the largest of them. So it covers at
 * least as often as stated, and where all means are equal the lower limit is 0 just as often. (In
 * standard errors of their own, pairs whose error is underestimated by chance would decide: with
 * ten groups such an interval covers too rarely.) `null` where no resample differs.
 */
export function rangeInterval({
  sums,
  sizes,
  resamples,
  seed,
  confidence = 0.95,
}: RangeInput): Interval | null {
  checkConfidence(confidence);
  const groups = sizes.length;
  if (sums.some(({ length }) => length !== groups))
    throw new RangeError(`got sums of other groups than the ${groups} sizes`);
  if (groups < 2 || sums.length < 2) return null;
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const means = sums.map((own) => own.reduce((sum, value) => sum + value, 0) / n);
  // What is left of every group once the mean is taken off: only that can differ between resamples.
  const residuals = sums.map((own, i) => own.map((sum, group) => sum - means[i]! * sizes[group]!));
  const counts = new Uint32Array(groups);
  const errors = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    drawGroupCounts(counts, { seed, resample });
    errors[resample] =
      rangeOf(residuals.map((own) => weighted(own, counts))) / weighted(sizes, counts);
  }
  const tail = (1 + confidence) / 2;
  const widening =
    Math.sqrt(groups / (groups - 1)) * (studentQuantile(tail, groups - 1) / normalQuantile(tail));
  const bound = widening * quantile(errors.sort(), confidence);
  // What rounding leaves of 0 bounds nothing.
  if (!(bound > 1e-12)) return null;
  const range = rangeOf(means);
  return { low: Math.max(0, range - bound), high: range + bound };
}

function rangeOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

function weighted(values: Float64Array, counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]! * counts[i]!;
  return sum;
}

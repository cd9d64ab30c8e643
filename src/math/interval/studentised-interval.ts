import { quantile } from "../quantile.ts";
import { drawGroupCounts } from "./cluster-bootstrap.ts";
import { checkConfidence, type Interval } from "./interval.ts";

export interface StudentisedInput {
  /** The sum of the samples' values in each group. */
  readonly sums: Float64Array;
  /** How many samples each group has; groups without any are ignored. */
  readonly sizes: Float64Array | Uint32Array;
  readonly resamples: number;
  readonly seed: number;
  readonly confidence?: number;
}

/**
 * The studentised (bootstrap-t) interval for a mean over samples that come in groups: every
 * resampled mean is measured in its own standard error between groups, with replacement, √(G/(G −
 * 1) · Σ(sum − mean · size)²) / n (Davison and Hinkley 1997, section 5.2.1). The number of groups G
 * is the same in all resamples, so that its factor cancels and is left out below.
 *
 * A resample whose groups all have the same mean has no standard error and counts as infinitely far
 * off, so that a limit may be infinite: cut it to the range of the metric. `null` where fewer than
 * two groups have samples, or where all groups have the same mean.
 */
export function studentisedInterval({
  sums,
  sizes,
  resamples,
  seed,
  confidence = 0.95,
}: StudentisedInput): Interval | null {
  checkConfidence(confidence);
  if (sums.length !== sizes.length)
    throw new RangeError(`got ${sums.length} sums and ${sizes.length} sizes`);
  const centred = centre(sums, sizes);
  const once = new Uint32Array(centred.sizes.length).fill(1);
  const { error } = study(once, centred);
  if (!(error > 0)) return null;
  const counts = new Uint32Array(once.length);
  const ratios = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    drawGroupCounts(counts, { seed, resample });
    const resampled = study(counts, centred);
    ratios[resample] = resampled.shift === 0 ? 0 : resampled.shift / resampled.error;
  }
  ratios.sort();
  const low = centred.mean - quantile(ratios, (1 + confidence) / 2) * error;
  const high = centred.mean - quantile(ratios, (1 - confidence) / 2) * error;
  return Number.isNaN(low + high) ? null : { low, high };
}

interface Centred {
  readonly mean: number;
  readonly sizes: Float64Array;
  /**
   * The sums after the mean of all samples was taken off every sample: what is left for resamples
   * to add up is small.
   */
  readonly residuals: Float64Array;
  /** Squares up to this are what rounding leaves of 0. */
  readonly negligible: number;
}

function centre(allSums: Float64Array, allSizes: Float64Array | Uint32Array): Centred {
  const sums = allSums.filter((_, group) => allSizes[group]! > 0);
  const sizes = Float64Array.from(allSizes).filter((size) => size > 0);
  const mean = total(sums) / total(sizes);
  const residuals = sums.map((sum, group) => sum - mean * sizes[group]!);
  return { mean, sizes, residuals, negligible: 1e-24 * total(sums.map((sum) => sum * sum)) };
}

/**
 * How far the mean of a resample lies from the mean of all, and its standard error up to the common
 * factor; 0 where only rounding would be left.
 */
function study(
  counts: Uint32Array,
  { sizes, residuals, negligible }: Centred,
): { readonly shift: number; readonly error: number } {
  let samples = 0;
  let offset = 0;
  for (let group = 0; group < counts.length; group += 1) {
    samples += counts[group]! * sizes[group]!;
    offset += counts[group]! * residuals[group]!;
  }
  const shift = offset / samples;
  let squares = 0;
  for (let group = 0; group < counts.length; group += 1) {
    const residual = residuals[group]! - shift * sizes[group]!;
    squares += counts[group]! * residual * residual;
  }
  return {
    shift: offset * offset <= negligible ? 0 : shift,
    error: squares <= negligible ? 0 : Math.sqrt(squares) / samples,
  };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

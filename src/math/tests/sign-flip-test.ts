import { nextBits, type RandomState, seededState } from "../seeded-random.ts";

/** Up to this many groups with a difference, all sign patterns are enumerated. */
const mostEnumeratedGroups = 20;

interface SignFlipOptions {
  /** Sign patterns drawn where there are too many to enumerate. */
  readonly resamples?: number;
  readonly seed?: number;
}

/** What a sign-flip test found. */
export interface SignFlipResult {
  /** Two-sided. */
  readonly pValue: number;
  readonly method: "exact" | "monte-carlo";
  /** Groups with a difference; the others do not matter. */
  readonly groups: number;
}

/**
 * Cluster sign-flip permutation test of paired sums (Fisher's randomisation test). `differences` holds, per group such as a video, the sum over
 * its samples of the first system's score minus the second's. Under the null hypothesis each of them could as well have the other sign; the
 * p-value is the share of sign patterns whose total is at least as far from 0 as the one seen. Beyond 20 groups patterns are drawn, and the
 * one seen counts as drawn once more: (count + 1) / (resamples + 1). The order of the groups does not change an exact result.
 */
export function signFlipTest(differences: ArrayLike<number>, { resamples = 10_000, seed = 0 }: SignFlipOptions = {}): SignFlipResult {
  const sizes = Float64Array.from(differences).filter((difference) => difference !== 0);
  if (!sizes.every(Number.isFinite)) throw new RangeError("differences of groups must be finite numbers");
  if (!(Number.isSafeInteger(resamples) && resamples > 0)) throw new RangeError(`resamples must be a whole number, got ${resamples}`);
  const scale = sizes.reduce((sum, size) => sum + Math.abs(size), 0);
  // Totals that are equal on paper may differ by rounding.
  const limit = Math.abs(sizes.reduce((sum, size) => sum + size, 0)) - 1e-12 * scale;
  if (sizes.length <= mostEnumeratedGroups) return { pValue: enumeratedShare(sizes, limit), method: "exact", groups: sizes.length };
  const state = seededState(seed, "sign-flip");
  let count = 0;
  for (let resample = 0; resample < resamples; resample++) if (Math.abs(flippedTotal(sizes, state)) >= limit) count++;
  return { pValue: (count + 1) / (resamples + 1), method: "monte-carlo", groups: sizes.length };
}

/** Every total is one of the first half of the groups plus one of the second, so that no long chain of additions drifts. */
function enumeratedShare(sizes: Float64Array, limit: number): number {
  const half = sizes.length >> 1;
  const [first, second] = [signedTotals(sizes.subarray(0, half)), signedTotals(sizes.subarray(half))];
  let count = 0;
  for (const a of first) for (const b of second) if (Math.abs(a + b) >= limit) count++;
  return count / (first.length * second.length);
}

function signedTotals(sizes: Float64Array): Float64Array {
  const totals = new Float64Array(2 ** sizes.length);
  for (let pattern = 0; pattern < totals.length; pattern++) {
    for (let group = 0; group < sizes.length; group++) totals[pattern]! += (pattern >> group) & 1 ? -sizes[group]! : sizes[group]!;
  }
  return totals;
}

function flippedTotal(sizes: Float64Array, state: RandomState): number {
  let total = 0;
  let bits = 0;
  for (let group = 0; group < sizes.length; group++) {
    if (group % 32 === 0) bits = nextBits(state);
    total += (bits >>> (group % 32)) & 1 ? -sizes[group]! : sizes[group]!;
  }
  return total;
}

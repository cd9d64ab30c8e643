import { drawBinomial } from "../distribution/draw-binomial.ts";
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
  /**
   * The same with patterns whose total is exactly as far as the one seen counted half: for scores
   * of 0 and 1, whose totals often tie.
   */
  readonly midP: number;
  readonly method: "exact" | "monte-carlo";
  /** Groups with a difference; the others do not matter. */
  readonly groups: number;
}

/**
 * Cluster sign-flip permutation test of paired sums (Fisher's randomisation test). `differences`
 * holds, per group such as a video, the sum over its samples of the first system's score minus the
 * second's. Under the null hypothesis each of them could as well have the other sign; the p-value
 * is the share of sign patterns whose total is at least as far from 0 as the one seen. Beyond 20
 * groups patterns are drawn, and the one seen counts as drawn once more: (count + 1) / (resamples +
 * 1). The order of the groups does not change an exact result.
 */
export function signFlipTest(
  differences: ArrayLike<number>,
  { resamples = 10_000, seed = 0 }: SignFlipOptions = {},
): SignFlipResult {
  const sizes = Float64Array.from(differences).filter((difference) => difference !== 0);
  if (!sizes.every(Number.isFinite))
    throw new RangeError("differences of groups must be finite numbers");
  if (!(Number.isSafeInteger(resamples) && resamples > 0))
    throw new RangeError(`resamples must be a whole number, got ${resamples}`);
  const scale = sizes.reduce((sum, size) => sum + Math.abs(size), 0);
  const seen = {
    distance: Math.abs(sizes.reduce((sum, size) => sum + size, 0)),
    rounding: 1e-12 * scale,
  };
  const groups = sizes.length;
  if (groups === 0) return { pValue: 1, midP: 1, method: "exact", groups };
  if (groups <= mostEnumeratedGroups)
    return { ...shares(enumerated(sizes, seen), 2 ** groups), method: "exact", groups };
  const { beyond, equal } = drawn(sizes, seen, { resamples, seed });
  return { ...shares({ beyond, equal: equal + 1 }, resamples + 1), method: "monte-carlo", groups };
}

/** How far the total seen is from 0; totals that are equal on paper may differ by rounding. */
interface SeenTotal {
  readonly distance: number;
  readonly rounding: number;
}

/** Sign patterns whose total is farther from 0 than the one seen, and as far. */
interface Tally {
  readonly beyond: number;
  readonly equal: number;
}

function shares({ beyond, equal }: Tally, all: number): Pick<SignFlipResult, "pValue" | "midP"> {
  return { pValue: (beyond + equal) / all, midP: (beyond + equal / 2) / all };
}

function drawn(
  sizes: Float64Array,
  { distance, rounding }: SeenTotal,
  { resamples, seed }: Required<SignFlipOptions>,
): Tally {
  const state = seededState(seed, "sign-flip");
  const draw = totalDrawer(sizes, state);
  let [beyond, equal] = [0, 0];
  for (let resample = 0; resample < resamples; resample++) {
    const excess = Math.abs(draw()) - distance;
    if (excess > rounding) beyond++;
    else if (excess >= -rounding) equal++;
  }
  return { beyond, equal };
}

/** From so many groups on, groups of one size are flipped together, where sizes are few. */
const manyGroups = 1_000;
const fewSizes = 64;

/**
 * Draws the total under random signs. Of many groups of few sizes, as sums of right answers are, so
 * many of each size keep their sign as a fair coin decides: one binomial number instead of a sign
 * for every group.
 */
function totalDrawer(sizes: Float64Array, state: RandomState): () => number {
  const counts = new Map<number, number>();
  if (sizes.length >= manyGroups)
    for (const size of sizes) {
      counts.set(Math.abs(size), (counts.get(Math.abs(size)) ?? 0) + 1);
      if (counts.size > fewSizes) break;
    }
  if (counts.size === 0 || counts.size > fewSizes) {
    const totals = byteTotals(sizes);
    return () => flippedTotal(totals, state);
  }
  const classes = [...counts].sort(([a], [b]) => a - b);
  return () => {
    let total = 0;
    for (const [size, count] of classes)
      total += size * (2 * drawBinomial(count, 0.5, state) - count);
    return total;
  };
}

/**
 * Every total is one of the first half of the groups plus one of the second, so that no long chain
 * of additions drifts.
 */
function enumerated(sizes: Float64Array, { distance, rounding }: SeenTotal): Tally {
  const half = sizes.length >> 1;
  const [first, second] = [
    signedTotals(sizes.subarray(0, half)),
    signedTotals(sizes.subarray(half)),
  ];
  let [beyond, equal] = [0, 0];
  for (const a of first) {
    for (const b of second) {
      const excess = Math.abs(a + b) - distance;
      if (excess > rounding) beyond++;
      else if (excess >= -rounding) equal++;
    }
  }
  return { beyond, equal };
}

function signedTotals(sizes: Float64Array): Float64Array {
  const totals = new Float64Array(2 ** sizes.length);
  for (let pattern = 0; pattern < totals.length; pattern++) {
    for (let group = 0; group < sizes.length; group++)
      totals[pattern]! += (pattern >> group) & 1 ? -sizes[group]! : sizes[group]!;
  }
  return totals;
}

/** Groups whose signs come out of one byte of random bits. */
const byteGroups = 8;

/**
 * The totals of each eight groups under each of the 256 patterns of signs: a total of all groups is
 * then one number for each eight.
 */
function byteTotals(sizes: Float64Array): readonly Float64Array[] {
  return Array.from({ length: Math.ceil(sizes.length / byteGroups) }, (_, at) => {
    const totals = signedTotals(sizes.subarray(at * byteGroups, (at + 1) * byteGroups));
    return Float64Array.from(
      { length: 256 },
      (_unused, pattern) => totals[pattern & (totals.length - 1)]!,
    );
  });
}

function flippedTotal(totals: readonly Float64Array[], state: RandomState): number {
  let total = 0;
  let bits = 0;
  for (let at = 0; at < totals.length; at++) {
    bits = at % 4 === 0 ? nextBits(state) : bits >>> byteGroups;
    total += totals[at]![bits & 255]!;
  }
  return total;
}

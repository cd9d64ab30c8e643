import type { Score, Weights } from "../../core/scores/metric.ts";
import { nextBits, seededState } from "../seeded-random.ts";

/**
 * sacreBLEU's paired bootstrap (`--paired-bs`; Koehn 2004, "Statistical significance tests for
 * machine translation evaluation"), from both systems' scores on the same resamples: the share of
 * resamples whose absolute difference, less the mean of all of them, exceeds the difference seen;
 * the one seen counts as drawn once more. Two-sided, and not calibrated: see docs/statistics.md.
 */
export function pairedBootstrapP(
  first: Float64Array,
  second: Float64Array,
  difference: number,
): number {
  const differences = first.map((score, i) => Math.abs(score - second[i]!));
  const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  const beyond = differences.filter((one) => one - mean > Math.abs(difference)).length;
  return (beyond + 1) / (differences.length + 1);
}

/** What sacreBLEU prints beside a score: the mean of its resamples, and half the width of the middle 95 %. */
export function meanOfResamples(scores: Float64Array): {
  readonly mean: number;
  readonly halfWidth: number;
} {
  const sorted = scores.toSorted();
  const outside = Math.floor(sorted.length / 40);
  return {
    mean: sorted.reduce((sum, one) => sum + one, 0) / sorted.length,
    halfWidth: (sorted[sorted.length - outside - 1]! - sorted[outside]!) / 2,
  };
}

interface Randomisation {
  /** Scores the units of the first system and, behind them, those of the second. */
  readonly score: Score;
  /** The group of each unit; groups are swapped as wholes. */
  readonly groups: Uint32Array;
  readonly groupCount: number;
  /** The first system's score minus the second's. */
  readonly difference: number;
  readonly trials: number;
  readonly seed: number;
}

/**
 * sacreBLEU's approximate randomisation (`--paired-ar`; Riezler and Maxwell 2005, "On some pitfalls
 * in automatic evaluation and significance testing for MT"): units are swapped between the systems
 * at random, and the p-value is the share of trials whose absolute difference exceeds the one seen,
 * which counts as drawn once more.
 */
export function approximateRandomisation({
  score,
  groups,
  groupCount,
  difference,
  trials,
  seed,
}: Randomisation): number {
  const units = groups.length;
  const [one, other] = [new Uint32Array(2 * units), new Uint32Array(2 * units)];
  const isKept = new Uint8Array(groupCount);
  const state = seededState(seed, "approximate-randomisation");
  // Sums in another order may differ in their last places.
  const seen = Math.abs(difference) * (1 + 1e-12);
  let beyond = 0;
  for (let trial = 0; trial < trials; trial++) {
    let bits = 0;
    for (let group = 0; group < groupCount; group++) {
      bits = group % 32 === 0 ? nextBits(state) : bits >>> 1;
      isKept[group] = bits & 1;
    }
    for (let unit = 0; unit < units; unit++) {
      const kept = isKept[groups[unit]!]!;
      one[unit] = kept;
      one[units + unit] = 1 - kept;
      other[unit] = 1 - kept;
      other[units + unit] = kept;
    }
    if (distance(score, one, other) > seen) beyond++;
  }
  return (beyond + 1) / (trials + 1);
}

function distance(score: Score, one: Weights, other: Weights): number {
  const [a, b] = [score(one), score(other)];
  return a === null || b === null ? 0 : Math.abs(a - b);
}

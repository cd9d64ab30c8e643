import type { Score, Weights } from "../../core/scores/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { assertWeights } from "../sample-metric.ts";
import { maxOrder } from "./ngram-interner.ts";

/** What BLEU needs to know of one segment: counts that add up over segments. */
export interface BleuStatistics {
  /** Clipped n-gram matches for n = 1 to 4. */
  readonly matches: readonly number[];
  /** Words of the candidate; it has `candidateLength` − n + 1 n-grams. */
  readonly candidateLength: number;
  /**
   * Words of the references, by the rule of the measure: of the one whose length is closest, unless
   * told otherwise.
   */
  readonly referenceLength: number;
}

/** Where things stand in a packed row: matches and n-grams of each order, then both lengths. */
export const bleuColumns = {
  matches: 0,
  ngrams: maxOrder,
  candidateLength: 2 * maxOrder,
  referenceLength: 2 * maxOrder + 1,
  count: 2 * maxOrder + 2,
} as const;

/** One row for each segment. */
export function packBleuStatistics(evidence: Iterable<BleuStatistics>): Float64Array {
  const rows = growing.numbers();
  for (const { matches, candidateLength, referenceLength } of evidence) {
    for (let order = 1; order <= maxOrder; order++) rows.push(matches[order - 1]!);
    for (let order = 1; order <= maxOrder; order++)
      rows.push(Math.max(0, candidateLength - order + 1));
    rows.push(candidateLength);
    rows.push(referenceLength);
  }
  return rows.view();
}

/** Makes a score of the sums of packed rows over any multiset of them. */
export function bleuScore(rows: Float64Array, scoreOf: (sums: Float64Array) => number): Score {
  const sums = new Float64Array(bleuColumns.count);
  return (weights) => {
    if (weights) assertWeights(weights, rows.length / bleuColumns.count);
    return sumRows(rows, weights, sums) > 0 ? scoreOf(sums) : null;
  };
}

/** The score of each row alone. */
export function segmentScores(
  rows: Float64Array,
  scoreOf: (sums: Float64Array) => number,
): Float64Array {
  const scores = new Float64Array(rows.length / bleuColumns.count);
  const row = new Float64Array(bleuColumns.count);
  for (let i = 0; i < scores.length; i++) {
    for (let column = 0; column < bleuColumns.count; column++)
      row[column] = rows[i * bleuColumns.count + column]!;
    scores[i] = scoreOf(row);
  }
  return scores;
}

/**
 * Into `sums`; answers the sum of the weights. Called thousands of times for one interval, so it
 * allocates nothing.
 */
function sumRows(rows: Float64Array, weights: Weights | undefined, sums: Float64Array): number {
  sums.fill(0);
  let total = 0;
  for (let row = 0, at = 0; at < rows.length; row++, at += bleuColumns.count) {
    const weight = weights ? weights[row]! : 1;
    if (weight === 0) continue;
    total += weight;
    for (let column = 0; column < bleuColumns.count; column++)
      sums[column]! += weight * rows[at + column]!;
  }
  return total;
}

/**
 * What a candidate that repeats its closest reference would count: what a perfect system reaches,
 * where there is one reference.
 */
export function perfectBleuStatistics({ referenceLength }: BleuStatistics): BleuStatistics {
  const matches = Array.from({ length: maxOrder }, (_, n) => Math.max(0, referenceLength - n));
  return { matches, candidateLength: referenceLength, referenceLength };
}

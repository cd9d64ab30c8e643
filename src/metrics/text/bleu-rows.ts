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
  const twins = twinRows(rows);
  return (weights) => {
    if (weights) assertWeights(weights, rows.length / bleuColumns.count);
    let total = weights instanceof Uint32Array && twins ? sumTwins(twins, weights, sums) : 0;
    if (total === 0 || total > twins!.mostRows) total = sumRows(rows, weights, sums);
    return total > 0 ? scoreOf(sums) : null;
  };
}

/** Two counts in one number, each below this: their sums stay whole as long as they do. */
const twinBase = 2 ** 26;
const twinCount = bleuColumns.count / 2;

interface TwinRows {
  readonly twins: Float64Array;
  /** The sum of so many rows is exact, whichever they are. */
  readonly mostRows: number;
}

/**
 * Rows with two columns in each number, so that half as much is added up for every resample;
 * `undefined` where counts are not whole, such as mean lengths of references.
 */
function twinRows(rows: Float64Array): TwinRows | undefined {
  if (!rows.every(Number.isInteger)) return undefined;
  const count = rows.length / bleuColumns.count;
  const largest = rows.reduce((most, one) => Math.max(most, one), 1);
  const twins = new Float64Array(count * twinCount);
  for (let row = 0; row < count; row++)
    for (let twin = 0; twin < twinCount; twin++) {
      const at = row * bleuColumns.count + 2 * twin;
      twins[row * twinCount + twin] = rows[at]! + twinBase * rows[at + 1]!;
    }
  return { twins, mostRows: Math.floor((twinBase - 1) / largest) };
}

/**
 * The same as `sumRows`, in numbers of their own instead of an array, which is several times faster
 * (`npm run bench compare`).
 */
function sumTwins({ twins }: TwinRows, weights: Uint32Array, sums: Float64Array): number {
  let [total, a, b, c, d, e] = [0, 0, 0, 0, 0, 0];
  for (let row = 0, at = 0; row < weights.length; row++, at += twinCount) {
    const weight = weights[row]!;
    total += weight;
    a += weight * twins[at]!;
    b += weight * twins[at + 1]!;
    c += weight * twins[at + 2]!;
    d += weight * twins[at + 3]!;
    e += weight * twins[at + 4]!;
  }
  for (const [twin, sum] of [a, b, c, d, e].entries()) {
    sums[2 * twin + 1] = Math.floor(sum / twinBase);
    sums[2 * twin] = sum - twinBase * sums[2 * twin + 1]!;
  }
  return total;
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

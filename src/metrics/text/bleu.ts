import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { assertWeights } from "../sample-metric.ts";
import type { BleuStatistics } from "./bleu-measure.ts";
import { maxOrder } from "./ngram-interner.ts";

export interface BleuOptions {
  /** Longest n-gram, 1 to 4; 4 unless told. */
  readonly order?: number;
}

/**
 * BLEU over a corpus as in coco-caption (Papineni et al., 2002; Chen et al., 2015, arXiv:1504.00325): geometric mean of the clipped n-gram
 * precisions of the summed counts, times exp(1 − r/c) where the candidates are shorter. To every numerator 1e-15 is added and to every
 * denominator 1e-9, so a perfect corpus scores 1 − O(1e-9). Not the mean of the segments' scores. Checked with pycocoevalcap 1.2.
 */
export function bleu(measure: string, { order = 4 }: BleuOptions = {}): CorpusMetric<BleuStatistics> {
  assertOrder(order);
  return {
    id: `bleu-${order}`,
    title: `BLEU-${order}`,
    signature: signature("bleu-coco", 1, { order, referenceLength: "closest", smoothing: "1e-15/1e-9", scale: 1 }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const rows = packStatistics(evidence);
      const sums = new Float64Array(rowLength);
      return (weights) => {
        if (weights) assertWeights(weights, rows.length / rowLength);
        return sumRows(rows, weights, sums) > 0 ? scoreOf(sums, order) : null;
      };
    },
  };
}

/** BLEU of one segment as coco-caption gives it: the corpus formula on its counts alone. Without any match it is near zero, not zero. */
export function segmentBleu(statistics: BleuStatistics, { order = 4 }: BleuOptions = {}): number {
  assertOrder(order);
  return scoreOf(packStatistics([statistics]), order);
}

const tiny = 1e-15;
const small = 1e-9;
/** Matches and n-grams of each order, then both lengths. */
const rowLength = 2 * maxOrder + 2;

function assertOrder(order: number): void {
  if (!Number.isInteger(order) || order < 1 || order > maxOrder) throw new RangeError(`order is ${order}, but it must be 1, 2, 3 or 4`);
}

function packStatistics(evidence: Iterable<BleuStatistics>): Float64Array {
  const rows = growing.numbers();
  for (const { matches, candidateLength, referenceLength } of evidence) {
    for (let order = 1; order <= maxOrder; order++) rows.push(matches[order - 1]!);
    for (let order = 1; order <= maxOrder; order++) rows.push(Math.max(0, candidateLength - order + 1));
    rows.push(candidateLength);
    rows.push(referenceLength);
  }
  return rows.view();
}

/** Into `sums`; answers the sum of the weights. Called thousands of times for one interval, so it allocates nothing. */
function sumRows(rows: Float64Array, weights: Uint32Array | Float64Array | undefined, sums: Float64Array): number {
  sums.fill(0);
  let total = 0;
  for (let row = 0, at = 0; at < rows.length; row++, at += rowLength) {
    const weight = weights ? weights[row]! : 1;
    if (weight === 0) continue;
    total += weight;
    for (let column = 0; column < rowLength; column++) sums[column]! += weight * rows[at + column]!;
  }
  return total;
}

function scoreOf(sums: Float64Array, order: number): number {
  let product = 1;
  for (let n = 0; n < order; n++) product *= (sums[n]! + tiny) / (sums[maxOrder + n]! + small);
  const ratio = (sums[2 * maxOrder]! + tiny) / (sums[2 * maxOrder + 1]! + small);
  return product ** (1 / order) * (ratio < 1 ? Math.exp(1 - 1 / ratio) : 1);
}

import type { LinearLoss } from "./linear-descent.ts";

/** Outputs beyond it are cut off before they become probabilities. */
const furthest = 40;

/** Probabilities of outputs, in place. */
export function sigmoids(outputs: Float64Array): void {
  for (let i = 0; i < outputs.length; i++)
    outputs[i] = 1 / (1 + Math.exp(-Math.min(furthest, Math.max(-furthest, outputs[i]!))));
}

export interface PositiveWeightOptions {
  readonly lowest?: number;
  readonly highest?: number;
}

/**
 * How much a label counts where it is right: rows without it per row with it, between 1 and 20 by
 * default.
 *
 * @param marks 1 where a row has a label, else 0; row by row.
 */
export function positiveWeights(
  marks: ArrayLike<number>,
  labels: number,
  { lowest = 1, highest = 20 }: PositiveWeightOptions = {},
): Float64Array {
  const counts = new Float64Array(labels);
  for (let i = 0; i < marks.length; i++) counts[i % labels]! += marks[i]!;
  const rows = marks.length / labels;
  return counts.map((count) => Math.min(highest, Math.max(lowest, (rows - count) / count)));
}

/** Binary cross-entropy of every label, summed over labels, weighted by `positiveWeights`. */
export function multiLabelLoss(marks: ArrayLike<number>, labels: number): LinearLoss {
  const weights = positiveWeights(marks, labels);
  return {
    outputs: labels,
    differentiate(outputs, first) {
      sigmoids(outputs);
      let loss = 0;
      for (let i = 0, at = first * labels, j = 0; i < outputs.length; i++, at++) {
        const p = outputs[i]!;
        const isRight = marks[at] === 1;
        const weight = isRight ? weights[j]! : 1;
        loss -= weight * Math.log(isRight ? p : 1 - p);
        outputs[i] = weight * (isRight ? p - 1 : p);
        j = j + 1 === labels ? 0 : j + 1;
      }
      return loss;
    },
  };
}

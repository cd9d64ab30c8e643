import { positiveWeights } from "../multi-label.ts";
import type { Rows } from "../rows.ts";
import { classCounts } from "../softmax.ts";

/** How far outputs of rows are from their targets. */
export interface MlpLoss {
  readonly outputs: number;
  /** The mean loss of a batch, whose gradient by the outputs is put into `gradients`. */
  differentiate(
    outputs: Float32Array,
    rows: ArrayLike<number>,
    gradients: Float32Array,
  ): number | Promise<number>;
}

/**
 * Weights of classes by the inverse of their counts (at least 1), with a mean of 1 over all classes.
 */
export function classWeights(labels: ArrayLike<number>, classes: number): Float64Array {
  const weights = classCounts(labels, classes).map((count) => 1 / Math.max(count, 1));
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / classes;
  return weights.map((weight) => weight / mean);
}

/** Cross-entropy; the mean is weighted by class, as PyTorch's. */
export function classLoss(
  labels: ArrayLike<number>,
  classes: number,
  weights: ArrayLike<number> = classWeights(labels, classes),
): MlpLoss {
  return {
    outputs: classes,
    differentiate(outputs, rows, gradients) {
      let [loss, total] = [0, 0];
      for (let i = 0; i < rows.length; i++) total += weights[labels[rows[i]!]!]!;
      for (let i = 0, at = 0; i < rows.length; i++, at += classes) {
        const label = labels[rows[i]!]!;
        const weight = weights[label]! / total;
        let highest = Number.NEGATIVE_INFINITY;
        for (let j = 0; j < classes; j++) highest = Math.max(highest, outputs[at + j]!);
        let sum = 0;
        for (let j = 0; j < classes; j++) sum += Math.exp(outputs[at + j]! - highest);
        loss += weight * (Math.log(sum) + highest - outputs[at + label]!);
        for (let j = 0; j < classes; j++) {
          const p = Math.exp(outputs[at + j]! - highest) / sum;
          gradients[at + j] = weight * (j === label ? p - 1 : p);
        }
      }
      return loss;
    },
  };
}

/** Binary cross-entropy of every label, by its outputs; the mean of rows and labels. */
export function labelsLoss(
  marks: ArrayLike<number>,
  labels: number,
  weights: ArrayLike<number> = positiveWeights(marks, labels),
): MlpLoss {
  return {
    outputs: labels,
    differentiate(outputs, rows, gradients) {
      const share = 1 / (rows.length * labels);
      let loss = 0;
      for (let i = 0, at = 0; i < rows.length; i++)
        for (let j = 0; j < labels; j++, at++) {
          const x = outputs[at]!;
          const mark = marks[rows[i]! * labels + j]!;
          const p = 1 / (1 + Math.exp(-x));
          // log(1 + e^−|x|) does not overflow.
          const rest = Math.log1p(Math.exp(-Math.abs(x)));
          const ifRight = rest + Math.max(-x, 0);
          const ifWrong = rest + Math.max(x, 0);
          loss += mark * weights[j]! * ifRight + (1 - mark) * ifWrong;
          gradients[at] = (mark * weights[j]! * (p - 1) + (1 - mark) * p) * share;
        }
      return loss * share;
    },
  };
}

/** The mean squared difference to targets, which are standardised already. */
export function valuesLoss(targets: Rows): MlpLoss {
  return {
    outputs: targets.width,
    async differentiate(outputs, rows, gradients) {
      await targets.pick(rows, gradients);
      const size = rows.length * targets.width;
      let loss = 0;
      for (let at = 0; at < size; at++) {
        const off = outputs[at]! - gradients[at]!;
        loss += off * off;
        gradients[at] = (2 * off) / size;
      }
      return loss / size;
    },
  };
}

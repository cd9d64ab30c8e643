import type { LinearLoss } from "./linear-descent.ts";

/** Probabilities of each row of outputs, in place. */
export function softmaxRows(outputs: Float64Array, classes: number): void {
  for (let at = 0; at < outputs.length; at += classes) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let j = at; j < at + classes; j++) highest = Math.max(highest, outputs[j]!);
    let sum = 0;
    for (let j = at; j < at + classes; j++) sum += outputs[j] = Math.exp(outputs[j]! - highest);
    for (let j = at; j < at + classes; j++) outputs[j]! /= sum;
  }
}

/** How many rows have each class. */
export function classCounts(labels: ArrayLike<number>, classes: number): Float64Array {
  const counts = new Float64Array(classes);
  for (let i = 0; i < labels.length; i++) counts[labels[i]!]! += 1;
  return counts;
}

/**
 * Weights of rows by their class, n / (max(count, 1) · classes), rescaled so that their mean over
 * the rows is 1.
 */
export function rowWeights(labels: ArrayLike<number>, classes: number): Float64Array {
  const counts = classCounts(labels, classes);
  const weights = Float64Array.from(
    { length: labels.length },
    (_, i) => labels.length / (Math.max(counts[labels[i]!]!, 1) * classes),
  );
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / labels.length;
  return weights.map((weight) => weight / mean);
}

/** Cross-entropy of each row's class, weighted by `rowWeights`. */
export function softmaxLoss(labels: ArrayLike<number>, classes: number): LinearLoss {
  const weights = rowWeights(labels, classes);
  return {
    outputs: classes,
    differentiate(outputs, first) {
      softmaxRows(outputs, classes);
      let loss = 0;
      for (let at = 0, row = first; at < outputs.length; at += classes, row++) {
        const weight = weights[row]!;
        const right = at + labels[row]!;
        loss -= weight * Math.log(Math.max(outputs[right]!, Number.MIN_VALUE));
        outputs[right]! -= 1;
        for (let j = at; j < at + classes; j++) outputs[j]! *= weight;
      }
      return loss;
    },
  };
}

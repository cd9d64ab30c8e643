import type { CorpusMetric } from "../core/metric.ts";
import { signature } from "../core/signature.ts";
import type { HasCorrectness } from "./accuracy.ts";
import { assertWeights } from "./sample-metric.ts";

/** What macro accuracy reads of one sample. */
export interface HasTypedCorrectness extends HasCorrectness {
  /** Samples without a type (empty) form a type of their own. */
  readonly type: string;
}

/**
 * Mean over question types of the accuracy within each, so that frequent types do not drown rare ones. The types are those of the whole
 * set; a type without weight in a slice or resample is left out of the mean.
 */
export function macroAccuracy(measure: string): CorpusMetric<HasTypedCorrectness> {
  return {
    id: "macro-accuracy",
    title: "Macro accuracy over question types",
    signature: signature("macro-accuracy", 1, { over: "type", untyped: "one-type", weightless: "dropped" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const { types, correct, typeCount } = packTypes(evidence);
      const right = new Float64Array(typeCount);
      const all = new Float64Array(typeCount);
      return (weights) => {
        if (weights) assertWeights(weights, types.length);
        right.fill(0);
        all.fill(0);
        // Called thousands of times for one interval: plain loop over packed arrays, buffers kept between calls.
        for (let i = 0; i < types.length; i++) {
          const type = types[i]!;
          if (type < 0) continue;
          const weight = weights ? weights[i]! : 1;
          right[type]! += weight * correct[i]!;
          all[type]! += weight;
        }
        return meanOfShares(right, all);
      };
    },
  };
}

/** Type of each sample as a number, −1 where its truth is hidden. */
function packTypes(evidence: Iterable<HasTypedCorrectness>) {
  const numbers = new Map<string, number>();
  const types: number[] = [];
  const correct: number[] = [];
  for (const item of evidence) {
    correct.push(item.correct ?? 0);
    if (item.correct === null) {
      types.push(-1);
      continue;
    }
    let number = numbers.get(item.type);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(item.type, number);
    }
    types.push(number);
  }
  return { types: Int32Array.from(types), correct: Uint8Array.from(correct), typeCount: numbers.size };
}

function meanOfShares(right: Float64Array, all: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  for (let type = 0; type < all.length; type++) {
    if (all[type] === 0) continue;
    sum += right[type]! / all[type]!;
    count++;
  }
  return count === 0 ? null : sum / count;
}

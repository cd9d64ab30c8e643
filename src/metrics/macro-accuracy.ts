import type { CorpusMetric } from "../core/scores/metric.ts";
import { signature } from "../core/scores/signature.ts";
import { growing } from "../math/growing-array.ts";
import type { HasCorrectness } from "./accuracy.ts";
import type { MetricDeclaration } from "./metric-declaration.ts";
import { assertWeights } from "./sample-metric.ts";

/** What macro accuracy reads of one sample. */
export interface HasTypedCorrectness extends HasCorrectness {
  /** Samples without a type (empty) form a type of their own. */
  readonly type: string;
}

/**
 * Mean over question types of the accuracy within each, so that frequent types do not drown rare
 * ones. The types are those of the whole set; a type without weight in a slice or resample is left
 * out of the mean.
 */
export function macroAccuracy(measure: string): CorpusMetric<HasTypedCorrectness> {
  return {
    id: "macro-accuracy",
    title: "Macro accuracy over question types",
    signature: signature("macro-accuracy", 1, {
      over: "type",
      untyped: "one-type",
      weightless: "dropped",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ correct }) => correct !== null,
    prepare(evidence) {
      const { bins, typeCount } = packTypes(evidence);
      const sums = new Float64Array((typeCount + 1) * binsPerType * lanes);
      return (weights) => {
        if (weights) assertWeights(weights, bins.length);
        sums.fill(0);
        // Called thousands of times for one interval: one addition per sample into a few bins,
        // buffers kept between calls. Neighbours add
        // to different lanes, so that no addition waits for the one before it (bench/bootstrap.ts).
        for (let i = 0; i < bins.length; i++)
          sums[bins[i]! * lanes + (i & (lanes - 1))]! += weights ? weights[i]! : 1;
        return meanOfShares(sums, typeCount);
      };
    },
  };
}

/**
 * A type has two bins: samples that are wrong, samples that are right. The bins after the last type
 * take hidden truths.
 */
const binsPerType = 2;
const lanes = 4;

/** The bin of each sample. */
function packTypes(evidence: Iterable<HasTypedCorrectness>): {
  readonly bins: Uint32Array;
  readonly typeCount: number;
} {
  const types = new Map<string, number>();
  const bins = growing.words();
  for (const item of evidence) {
    if (item.correct === null) {
      bins.push(hidden);
      continue;
    }
    let type = types.get(item.type);
    if (type === undefined) {
      type = types.size;
      types.set(item.type, type);
    }
    bins.push(type * binsPerType + item.correct);
  }
  const packed = bins.view();
  for (let i = 0; i < packed.length; i++)
    if (packed[i] === hidden) packed[i] = types.size * binsPerType;
  return { bins: packed, typeCount: types.size };
}

/** Stands for the bin of hidden truths until the number of types is known. */
const hidden = 0xffffffff;

function meanOfShares(sums: Float64Array, typeCount: number): number | null {
  let sum = 0;
  let count = 0;
  for (let type = 0; type < typeCount; type++) {
    const right = binSum(sums, type * binsPerType + 1);
    const all = right + binSum(sums, type * binsPerType);
    if (all === 0) continue;
    sum += right / all;
    count++;
  }
  return count === 0 ? null : sum / count;
}

function binSum(sums: Float64Array, bin: number): number {
  let sum = 0;
  for (let lane = 0; lane < lanes; lane++) sum += sums[bin * lanes + lane]!;
  return sum;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "macro-accuracy",
    group: "choice",
    title: "Macro accuracy over question types",
    options: [],
    page: () => ({
      definition:
        "Accuracy within each question type, then the mean over types, each weighing the same. Samples without a type are one type.",
      formula: "mean over types t of rightₜ ÷ nₜ",
      citation:
        "The usual macro average: where some question types are frequent, plain accuracy hides the rare ones (NExT-QA reports types apart for this reason)",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "The types are those of the whole set; one without weight in a slice or resample is left out of the mean. Samples with a hidden truth do not count. Not defined where none counts.",
      signatures: [macroAccuracy("").signature],
    }),
  },
];

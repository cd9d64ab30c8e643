import type { CorpusMetric } from "../core/scores/metric.ts";
import { signature } from "../core/scores/signature.ts";
import type { HasCorrectness } from "./accuracy.ts";
import { classScore } from "./class-score.ts";
import { correctnessClasses } from "./correctness-classes.ts";
import type { MetricDeclaration } from "./metric-declaration.ts";

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
      const { keys, ...packed } = correctnessClasses(evidence, ({ type }) => type);
      return classScore({ ...packed, score: (weights) => meanOfShares(weights, keys.length) });
    },
  };
}

function meanOfShares(weights: Float64Array, typeCount: number): number | null {
  let sum = 0;
  let count = 0;
  for (let type = 0; type < typeCount; type++) {
    const right = weights[2 * type + 2]!;
    const all = right + weights[2 * type + 1]!;
    if (all === 0) continue;
    sum += right / all;
    count++;
  }
  return count === 0 ? null : sum / count;
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

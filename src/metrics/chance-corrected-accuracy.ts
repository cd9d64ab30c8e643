import type { CorpusMetric } from "../core/scores/metric.ts";
import { signature } from "../core/scores/signature.ts";
import type { HasCorrectness } from "./accuracy.ts";
import { classScore } from "./class-score.ts";
import { correctnessClasses } from "./correctness-classes.ts";
import type { MetricDeclaration } from "./metric-declaration.ts";

/** What chance-corrected accuracy reads of one sample. */
export interface HasChance extends HasCorrectness {
  /** Number of choices, at least 2. */
  readonly choices: number;
}

/**
 * (a − c) / (1 − c), where a is accuracy and c is what guessing reaches: the mean of 1 / number of
 * choices over the same samples, weighted alike. 0 is guessing, 1 is perfect; below guessing it is
 * negative and not clipped.
 */
export function chanceCorrectedAccuracy(measure: string): CorpusMetric<HasChance> {
  return {
    id: "chance-corrected-accuracy",
    title: "Chance-corrected accuracy",
    signature: signature("chance-corrected-accuracy", 1, {
      chance: "mean-of-1/choices",
      clipped: false,
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: null,
    counts: ({ correct }) => correct !== null,
    // All answers wrong.
    worstOn(evidence) {
      let guessed = 0;
      let total = 0;
      for (const { correct, choices } of evidence) {
        if (correct === null) continue;
        guessed += 1 / choices;
        total++;
      }
      return total > 0 ? -guessed / (total - guessed) : null;
    },
    prepare(evidence) {
      const { keys, ...packed } = correctnessClasses(evidence, checkedChoices);
      return classScore({ ...packed, score: (weights) => corrected(weights, keys) });
    },
  };
}

function checkedChoices({ choices }: HasChance): number {
  if (!(choices >= 2))
    throw new RangeError(`a question has ${choices} choices, but it needs at least 2`);
  return choices;
}

function corrected(weights: Float64Array, choices: readonly number[]): number | null {
  let right = 0;
  let guessed = 0;
  let total = 0;
  for (const [k, count] of choices.entries()) {
    const all = weights[2 * k + 1]! + weights[2 * k + 2]!;
    right += weights[2 * k + 2]!;
    guessed += all / count;
    total += all;
  }
  return total > 0 ? (right - guessed) / (total - guessed) : null;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "chance-corrected-accuracy",
    group: "choice",
    title: "Chance-corrected accuracy",
    options: [],
    page: () => ({
      definition:
        "How much of the way from guessing to perfect was made: 0 is guessing, 1 is perfect. Guessing reaches the mean of 1 ÷ number of choices over the same samples, so questions with two and with five choices can be read together.",
      formula: "(a − c) ÷ (1 − c), c = mean of 1/kᵢ",
      citation:
        "The correction of Cohen's kappa with uniform guessing in place of the raters' habits (Bennett, Alpert and Goldstein 1954, for equal k)",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "Below guessing it is negative, and not clipped. Samples with a hidden truth do not count. Every question needs two choices or more.",
      signatures: [chanceCorrectedAccuracy("").signature],
    }),
  },
];

import type { CorpusMetric } from "../core/scores/metric.ts";
import { signature } from "../core/scores/signature.ts";
import { growing } from "../math/growing-array.ts";
import type { HasCorrectness } from "./accuracy.ts";
import type { MetricDeclaration } from "./metric-declaration.ts";
import { assertWeights } from "./sample-metric.ts";

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
      const { chance, counts } = packChance(evidence);
      const guessed = chance.reduce((sum, one) => sum + one, 0);
      const total = counts.reduce((sum, one) => sum + one, 0);
      return total > 0 ? -guessed / (total - guessed) : null;
    },
    prepare(evidence) {
      const { correct, chance, counts } = packChance(evidence);
      return (weights) => {
        if (weights) assertWeights(weights, counts.length);
        let right = 0;
        let guessed = 0;
        let total = 0;
        // Called thousands of times for one interval: plain loop over packed arrays, no allocation.
        for (let i = 0; i < counts.length; i++) {
          const weight = weights ? weights[i]! : 1;
          right += weight * correct[i]!;
          guessed += weight * chance[i]!;
          total += weight * counts[i]!;
        }
        return total > 0 ? (right - guessed) / (total - guessed) : null;
      };
    },
  };
}

function packChance(evidence: Iterable<HasChance>) {
  const correct = growing.bytes();
  const chance = growing.numbers();
  const counts = growing.bytes();
  for (const item of evidence) {
    if (!(item.choices >= 2))
      throw new RangeError(`a question has ${item.choices} choices, but it needs at least 2`);
    const isKnown = item.correct !== null;
    correct.push(item.correct ?? 0);
    chance.push(isKnown ? 1 / item.choices : 0);
    counts.push(isKnown ? 1 : 0);
  }
  return { correct: correct.view(), chance: chance.view(), counts: counts.view() };
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

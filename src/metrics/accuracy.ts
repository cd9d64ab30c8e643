import type { ReferenceLine, SampleMetric } from "../core/scores/metric.ts";
import { signature } from "../core/scores/signature.ts";
import { type HasAnswer, majorityCounter } from "./majority-answer.ts";
import type { MetricDeclaration } from "./metric-declaration.ts";
import { sampleMetric } from "./sample-metric.ts";

/** What accuracy reads of one sample. */
export interface HasCorrectness {
  /** `null` where the truth is hidden. */
  readonly correct: 0 | 1 | null;
}

/**
 * Share of right answers among the samples whose truth is known, read against guessing and against
 * the most frequent answer of each type.
 */
export function accuracy(measure: string): SampleMetric<HasCorrectness & HasAnswer> {
  return sampleMetric({
    id: "accuracy",
    title: "Accuracy",
    signature: signature("accuracy", 1),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ correct }) => correct,
    references: accuracyReferences,
  });
}

function accuracyReferences(
  evidence: Iterable<HasCorrectness & HasAnswer>,
): readonly ReferenceLine[] {
  const majority = majorityCounter();
  const byChoices: number[] = [];
  let known = 0;
  for (const item of evidence) {
    if (item.correct === null) continue;
    byChoices[item.choices] = (byChoices[item.choices] ?? 0) + 1;
    known++;
    majority.add(item);
  }
  const always = majority.accuracy();
  if (always === null) return [];
  // Counted first, since a million added fractions drift.
  const chance = byChoices.reduce((sum, count, choices) => sum + count / choices, 0);
  return [
    { id: "chance", value: chance / known, note: "mean of 1 / number of choices" },
    {
      id: "majority",
      value: always,
      note: "most frequent answer of each type, fitted on these samples",
    },
  ];
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "accuracy",
    group: "choice",
    title: "Accuracy",
    options: [],
    page: () => ({
      definition:
        "Share of samples whose chosen answer is the right one, among those whose truth is known. A sample without an answer is wrong under the policy `empty` and left out under `exclude`. Shown beside it: what guessing reaches, and what the most frequent answer of each question type reaches on the same samples.",
      formula:
        "a = right ÷ samples with a known truth;  chance = mean of 1/kᵢ, kᵢ the number of choices",
      citation:
        "The usual definition, reported by OpenSeeSimE, NExT-QA, Video-MME, EgoSchema and LongVideoBench. Code that answers at random where no choice can be read gives other figures on the same replies.",
      checkedAgainst:
        "the published figures of NExT-QA's HGA on val (all 49.74, by type 46.26, 50.74, 59.33), and values worked out by hand",
      edgeCases: "Samples with a hidden truth do not count. Not defined where none counts.",
      signatures: [accuracy("").signature],
    }),
  },
];

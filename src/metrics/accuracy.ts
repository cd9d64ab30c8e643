import type { ReferenceLine, SampleMetric } from "../core/metric.ts";
import { signature } from "../core/signature.ts";
import { type HasAnswer, majorityCounter } from "./majority-answer.ts";
import { sampleMetric } from "./sample-metric.ts";

/** What accuracy reads of one sample. */
export interface HasCorrectness {
  /** `null` where the truth is hidden. */
  readonly correct: 0 | 1 | null;
}

/** Share of right answers among the samples whose truth is known, read against guessing and against the most frequent answer of each type. */
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

function accuracyReferences(evidence: Iterable<HasCorrectness & HasAnswer>): readonly ReferenceLine[] {
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
    { id: "majority", value: always, note: "most frequent answer of each type, fitted on these samples" },
  ];
}

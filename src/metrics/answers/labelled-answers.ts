import type { LabelEvidence } from "../../core/scores/aspect.ts";
import type { SampleMetric } from "../../core/scores/metric.ts";
import { labelMeasure } from "../agreement/label-agreement.ts";
import { sampleMetric } from "../sample-metric.ts";
import {
  type FaithfulnessLabel,
  faithfulness,
  faithfulnessCoverage,
  type HasJudgement,
  judgedCorrectness,
} from "./judged-answers.ts";

/** What people call an answer's content. */
export const correctnessLabels = ["correct", "incorrect"] as const;

const people = { measure: labelMeasure, judge: "people" };

/**
 * Faithfulness as people label it: strict, lenient, and how often it could be decided. Answers on
 * which they differ count as undecided.
 */
export const labelledFaithfulness: readonly SampleMetric<LabelEvidence>[] = [
  faithfulness({ ...people, reading: "strict" }),
  faithfulness({ ...people, reading: "lenient" }),
  faithfulnessCoverage(people),
].map((metric) =>
  ofLabels(metric, ({ final, isDisputed }) => ({
    correct: null,
    faithfulness: isDisputed ? "Unknown" : (final as FaithfulnessLabel | null),
  })),
);

/** The share of answers that people call right, of those on which they do not differ. */
export const labelledCorrectness: readonly SampleMetric<LabelEvidence>[] = [
  ofLabels(judgedCorrectness(people), ({ final }) => ({
    correct: final === null ? null : final === "correct" ? 1 : 0,
    faithfulness: null,
  })),
];

function ofLabels(
  metric: SampleMetric<HasJudgement>,
  read: (evidence: LabelEvidence) => HasJudgement,
): SampleMetric<LabelEvidence> {
  const { ceiling: _ceiling, references: _references, prepare: _prepare, ...definition } = metric;
  return sampleMetric<LabelEvidence>({
    ...definition,
    title: metric.title.replace(" by a judge", " by people"),
    population: "answered",
    value: (evidence) => metric.value(read(evidence)),
  });
}

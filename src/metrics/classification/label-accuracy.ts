import type { ReferenceLine, SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasLabels } from "./class-counts.ts";

/**
 * Share of samples whose predicted label is the true one; no answer is wrong. Read against
 * guessing and always giving the most frequent label.
 */
export function labelAccuracy(measure: string): SampleMetric<HasLabels> {
  return sampleMetric({
    id: "accuracy",
    title: "Accuracy",
    signature: signature("label-accuracy", 1, { unanswered: "wrong" }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ truth, predicted }) => (truth === null ? null : truth === predicted ? 1 : 0),
    references: referenceLines,
  });
}

function referenceLines(evidence: Iterable<HasLabels>): readonly ReferenceLine[] {
  const support = new Map<string, number>();
  let known = 0;
  let guessed = 0;
  for (const { truth, options } of evidence) {
    if (truth === null) continue;
    known++;
    guessed += options ? (options.includes(truth) ? 1 / options.length : 0) : Number.NaN;
    support.set(truth, (support.get(truth) ?? 0) + 1);
  }
  if (known === 0) return [];
  const most = support.values().reduce((a, b) => Math.max(a, b));
  return [
    // Where a sample does not say what was on offer, nobody knows how likely a guess is right.
    ...(Number.isNaN(guessed)
      ? []
      : [{ id: "chance", value: guessed / known, note: "mean of 1 / number of labels" } as const]),
    { id: "majority", value: most / known, note: "most frequent label, fitted on these samples" },
  ];
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "label-accuracy",
    group: "classification",
    title: "Accuracy of labels",
    options: [],
    page: () => ({
      definition: "Share of samples whose predicted label is the true one.",
      formula: "samples with predicted = true label ÷ samples with a known truth",
      citation: "scikit-learn, accuracy_score",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases:
        "No answer is wrong; hidden truths do not count; null without samples. Shown with the majority line and, where the labels on offer are known, that of guessing.",
      signatures: [labelAccuracy("").signature],
    }),
    offers: [
      offer({
        id: "accuracy",
        title: "Accuracy",
        reads: "labels",
        options: [],
        create: (measure) => [{ ...labelAccuracy(measure), id: "accuracy" }],
      }),
    ],
  },
];

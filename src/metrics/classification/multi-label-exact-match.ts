import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasLabelSets } from "./class-counts.ts";

/**
 * Share of samples whose set of labels is exactly the true one, in whatever order (subset
 * accuracy); two empty sets match.
 */
export function multiLabelExactMatch(measure: string): SampleMetric<HasLabelSets> {
  return sampleMetric({
    id: "exact-match",
    title: "Exact match of label sets",
    signature: signature("multi-label-exact-match", 1, { bothEmpty: "match", repeated: "once" }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ truths, predictions }) =>
      truths === null ? null : sameSet(new Set(truths), new Set(predictions)) ? 1 : 0,
  });
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.values().every((name) => b.has(name));
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "multi-label-exact-match",
    group: "classification",
    title: "Exact match of label sets",
    options: [],
    page: () => ({
      definition: "Share of samples whose set of labels is exactly the true one.",
      formula: "samples with predicted set = true set ÷ samples with a known truth",
      citation: "scikit-learn, accuracy_score on indicator matrices",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases:
        "Order and repetition do not matter; two empty sets match; no answer is the empty set.",
      signatures: [multiLabelExactMatch("").signature],
    }),
    offers: [
      offer({
        id: "exact-match",
        title: "Share of rows with exactly the true labels, one or several",
        isApart: true,
        reads: "labelSets",
        options: [],
        create: (measure) => [{ ...multiLabelExactMatch(measure), id: "exact-match" }],
      }),
    ],
  },
];

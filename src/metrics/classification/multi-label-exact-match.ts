import type { SampleMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasLabelSets } from "./class-counts.ts";

/** Share of samples whose set of labels is exactly the true one, in whatever order (subset accuracy); two empty sets match. */
export function multiLabelExactMatch(measure: string): SampleMetric<HasLabelSets> {
  return sampleMetric({
    id: "exact-match",
    title: "Exact match of label sets",
    signature: signature("multi-label-exact-match", 1, { bothEmpty: "match", repeated: "once" }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ truths, predictions }) => (truths === null ? null : sameSet(new Set(truths), new Set(predictions)) ? 1 : 0),
  });
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.values().every((name) => b.has(name));
}

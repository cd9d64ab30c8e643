import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { type ClassSet, countLabelSets, type HasLabelSets } from "./class-counts.ts";
import { microF1Score } from "./f1-averages.ts";

/**
 * F1 of the hits, misses and false alarms of all labels of all samples, summed over the class set (scikit-learn's `average="micro"` on
 * indicator matrices). Frequent labels dominate. `null` where nothing is true and nothing predicted.
 */
export function multiLabelMicroF1(measure: string, { classes }: { readonly classes: ClassSet }): CorpusMetric<HasLabelSets> {
  return {
    id: `multi-label-micro-f1-${classes}`,
    title: `Micro F1 of label sets (${classes})`,
    signature: signature("multi-label-micro-f1", 1, { classes }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truths }) => truths !== null,
    prepare: (evidence) => microF1Score(countLabelSets(evidence), classes),
  };
}

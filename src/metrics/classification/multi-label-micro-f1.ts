import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { type ClassSet, classesOption, countLabelSets, type HasLabelSets } from "./class-counts.ts";
import { microF1Score } from "./f1-averages.ts";

/**
 * F1 of the hits, misses and false alarms of all labels of all samples, summed over the class set
 * (scikit-learn's `average="micro"` on indicator matrices). Frequent labels dominate. `null` where
 * nothing is true and nothing predicted.
 */
export function multiLabelMicroF1(
  measure: string,
  { classes }: { readonly classes: ClassSet },
): CorpusMetric<HasLabelSets> {
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

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "multi-label-micro-f1",
    group: "classification",
    title: "Micro F1 of label sets",
    options: [classesOption],
    page: () => ({
      definition: "F1 of hits, misses and false alarms of all labels of all samples.",
      formula: "2·Σ hits / (2·Σ hits + Σ misses + Σ false alarms)",
      citation: 'scikit-learn, f1_score(average="micro") on indicator matrices',
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases: "Null where nothing is true and nothing predicted.",
      signatures: [multiLabelMicroF1("", { classes: "options" }).signature],
    }),
    offers: [
      offer({
        id: "multi-label-micro-f1",
        title: "Micro F1 of several labels per row",
        isApart: true,
        reads: "labelSets",
        options: [classesOption],
        create: (measure, { classes = "union" }) => [
          { ...multiLabelMicroF1(measure, { classes }), id: "multi-label-micro-f1" },
        ],
      }),
    ],
  },
];

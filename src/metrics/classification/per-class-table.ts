import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { countLabels, type HasLabels } from "./class-counts.ts";
import { f1, ratio } from "./f1-averages.ts";

/**
 * Support, number of predictions, precision, recall and F1 of each label that is true, predicted or
 * offered, in code-point order. A figure whose denominator is 0 is `null` here; averages count it
 * as 0 or leave it out, as their signatures say.
 */
export function perClassTable(measure: string): Analysis<HasLabels> {
  return { id: "per-class", title: "Per class", measure, analyse: tabulate };
}

function tabulate(evidence: Iterable<HasLabels>): Table {
  const counts = countLabels(evidence);
  const totals = counts.count();
  const rows = counts.classes.map((name, index) => {
    const ofClass = totals(index);
    const support = ofClass.hits + ofClass.misses;
    const predicted = ofClass.hits + ofClass.falseAlarms;
    return [
      name,
      support,
      predicted,
      ratio(ofClass.hits, predicted),
      ratio(ofClass.hits, support),
      f1(ofClass),
    ] as const;
  });
  return {
    kind: "table",
    columns: ["class", "support", "predicted", "precision", "recall", "f1"],
    fractions: ["precision", "recall", "f1"],
    rows: rows.sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "per-class",
    group: "classification",
    title: "Per class",
    options: [],
    page: () => ({
      definition:
        "Support, number of predictions, precision, recall and F1 of each label that is true, predicted or offered.",
      formula:
        "precision = hits / predictions; recall = hits / support; F1 = 2·hits / (predictions + support)",
      citation: "scikit-learn, precision_recall_fscore_support",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases: "A figure whose denominator is 0 is null.",
      signatures: [],
    }),
    offers: [
      offer({
        id: "per-class",
        title: "Table: precision, recall and F1 by class",
        reads: "labels",
        options: [],
        create: (measure) => [perClassTable(measure)],
      }),
    ],
  },
];

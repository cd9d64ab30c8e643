import type { Analysis, Table } from "../../core/scores/analysis.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { HasLabels } from "./class-counts.ts";

/** The column of samples without an answer. */
const noAnswer = "no answer";

/**
 * How often each true label (rows) was answered with each label (columns), over all labels that are
 * true or predicted, in code-point order. The last column counts samples without an answer; hidden
 * truths are left out.
 */
export function confusionMatrix(measure: string): Analysis<HasLabels> {
  return { id: "confusion-matrix", title: "Confusion matrix", measure, analyse: tabulate };
}

function tabulate(evidence: Iterable<HasLabels>): Table {
  const cells = new Map<string, Map<string | null, number>>();
  const names = new Set<string>();
  for (const { truth, predicted } of evidence) {
    if (truth === null) continue;
    names.add(truth);
    if (predicted !== null) names.add(predicted);
    const row = cells.get(truth) ?? new Map<string | null, number>();
    cells.set(truth, row);
    row.set(predicted, (row.get(predicted) ?? 0) + 1);
  }
  const labels = [...names].sort();
  return {
    kind: "table",
    columns: ["truth", ...labels, noAnswer],
    rows: labels.map((truth) => [
      truth,
      ...[...labels, null].map((predicted) => cells.get(truth)?.get(predicted) ?? 0),
    ]),
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "confusion-matrix",
    group: "classification",
    title: "Confusion matrix",
    options: [],
    page: () => ({
      definition: "How often each true label (rows) was answered with each label (columns).",
      citation: "scikit-learn, confusion_matrix",
      checkedAgainst: "scikit-learn 1.9.1, exactly",
      edgeCases:
        "Over labels that are true or predicted, in code-point order; the last column counts samples without an answer.",
      signatures: [],
    }),
    offers: [
      offer({
        id: "confusion-matrix",
        title: "Table: true against predicted labels",
        reads: "labels",
        options: [],
        create: (measure) => [confusionMatrix(measure)],
      }),
    ],
  },
];

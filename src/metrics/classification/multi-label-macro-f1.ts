import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { type ClassSet, classesOption, countLabelSets, type HasLabelSets } from "./class-counts.ts";
import { macroF1Score } from "./f1-averages.ts";

/**
 * Mean over labels of the F1 of each (scikit-learn's `average="macro"` on indicator matrices, whose
 * columns are the class set `options`). The class set is that of the prepared whole; a label with
 * nothing to count in a slice or resample is left out under `support` and `union`, and counts 0
 * under `options`.
 */
export function multiLabelMacroF1(
  measure: string,
  { classes }: { readonly classes: ClassSet },
): CorpusMetric<HasLabelSets> {
  return {
    id: `multi-label-macro-f1-${classes}`,
    title: `Macro F1 of label sets (${classes})`,
    signature: signature("multi-label-macro-f1", 1, {
      classes,
      weightless: classes === "options" ? "zero" : "dropped",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truths }) => truths !== null,
    ...(classes === "options" && { ceiling: (evidence) => shareOfTrueLabels(evidence) }),
    prepare: (evidence) => macroF1Score(countLabelSets(evidence), classes),
  };
}

/** A perfect system still gets 0 for labels that are offered and never true. */
function shareOfTrueLabels(evidence: Iterable<HasLabelSets>): number {
  const perfect = Iterator.from(evidence).map((item) => ({
    ...item,
    predictions: item.truths ?? [],
  }));
  return macroF1Score(countLabelSets(perfect), "options")() ?? 1;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "multi-label-macro-f1",
    group: "classification",
    title: "Macro F1 of label sets",
    options: [classesOption],
    page: () => ({
      definition: "Mean over labels of the F1 of each, over samples with any number of labels.",
      formula: "(1/C) Σ 2·hits / (2·hits + misses + false alarms)",
      citation: 'scikit-learn, f1_score(average="macro") on indicator matrices',
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases: "As macro F1.",
      signatures: [multiLabelMacroF1("", { classes: "options" }).signature],
    }),
    offers: [
      offer({
        id: "multi-label-macro-f1",
        title: "Macro F1 of several labels per row",
        isApart: true,
        reads: "labelSets",
        options: [classesOption],
        create: (measure, { classes = "union" }) => [
          { ...multiLabelMacroF1(measure, { classes }), id: "multi-label-macro-f1" },
        ],
      }),
    ],
  },
];

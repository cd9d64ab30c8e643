import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { type ClassSet, classesOption, countLabels, type HasLabels } from "./class-counts.ts";
import { macroF1Score } from "./f1-averages.ts";

/**
 * Mean of the F1 of each class of single-label samples. Who averages over what: `support` the
 * Xperience task suite, `union` scikit-learn and ViSTa, `options` the Qwen3-Omni evaluator and
 * SOPilot. The class set is that of the prepared whole; a class of it with nothing to count in a
 * slice or resample is left out under `support` and `union`, and counts 0 under `options`, as do
 * labels that are only offered.
 */
export function macroF1(
  measure: string,
  { classes }: { readonly classes: ClassSet },
): CorpusMetric<HasLabels> {
  return {
    id: `macro-f1-${classes}`,
    title: `Macro F1 (${classes})`,
    signature: signature("macro-f1", 1, {
      classes,
      unanswered: "miss",
      weightless: classes === "options" ? "zero" : "dropped",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truth }) => truth !== null,
    ...(classes === "options" && { ceiling: (evidence) => shareOfTrueClasses(evidence) }),
    prepare: (evidence) => macroF1Score(countLabels(evidence), classes),
  };
}

/** A perfect system still gets 0 for labels that are offered and never true. */
function shareOfTrueClasses(evidence: Iterable<HasLabels>): number {
  const perfect = Iterator.from(evidence).map((item) => ({ ...item, predicted: item.truth }));
  return macroF1Score(countLabels(perfect), "options")() ?? 1;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "macro-f1",
    group: "classification",
    title: "Macro F1",
    options: [classesOption],
    page: () => ({
      definition: "Mean over labels of the F1 of each.",
      formula: "(1/C) Σ 2·hits / (2·hits + misses + false alarms)",
      citation: 'scikit-learn, f1_score(average="macro")',
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9, all three class sets",
      edgeCases:
        "F1 is 0 where a label is true or predicted but never hit. A label with nothing to count in a slice or resample is left out under support and union and counts 0 under options, where labels never true lower the ceiling.",
      signatures: [
        macroF1("", { classes: "support" }).signature,
        macroF1("", { classes: "union" }).signature,
        macroF1("", { classes: "options" }).signature,
      ],
    }),
    offers: [
      offer({
        id: "macro-f1",
        title: "Macro F1",
        reads: "labels",
        options: [classesOption],
        create: (measure, { classes = "union" }) => [
          { ...macroF1(measure, { classes }), id: "macro-f1" },
        ],
      }),
    ],
  },
];

import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { type ClassSet, classesOption, countLabels, type HasLabels } from "./class-counts.ts";
import { microF1Score } from "./f1-averages.ts";

/**
 * F1 of the hits, misses and false alarms of single-label samples summed over the class set. Over
 * `union` or `options` it is the accuracy as long as every sample is answered; over `support`,
 * predictions of other classes are misses without being false alarms.
 */
export function microF1(
  measure: string,
  { classes }: { readonly classes: ClassSet },
): CorpusMetric<HasLabels> {
  return {
    id: `micro-f1-${classes}`,
    title: `Micro F1 (${classes})`,
    signature: signature("micro-f1", 1, { classes, unanswered: "miss" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truth }) => truth !== null,
    prepare: (evidence) => microF1Score(countLabels(evidence), classes),
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "micro-f1",
    group: "classification",
    title: "Micro F1",
    options: [classesOption],
    page: () => ({
      definition:
        "F1 of hits, misses and false alarms summed over labels. Over union or options it is the accuracy as long as all samples are answered.",
      formula: "2·Σ hits / (2·Σ hits + Σ misses + Σ false alarms)",
      citation: 'scikit-learn, f1_score(average="micro")',
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9, all three class sets",
      edgeCases:
        "Over support, predictions of other labels are misses but no false alarms. Null without samples.",
      signatures: [microF1("", { classes: "union" }).signature],
    }),
    offers: [
      offer({
        id: "micro-f1",
        title: "Micro F1",
        reads: "labels",
        options: [classesOption],
        create: (measure, { classes = "union" }) => [
          { ...microF1(measure, { classes }), id: "micro-f1" },
        ],
      }),
    ],
  },
];

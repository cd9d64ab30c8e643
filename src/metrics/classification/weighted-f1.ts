import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { type ClassSet, classesOption, countLabels, type HasLabels } from "./class-counts.ts";
import { f1 } from "./f1-averages.ts";

/**
 * Mean of the F1 of each class of single-label samples, weighted by its number of true samples
 * (scikit-learn's `average="weighted"`). The three class sets give the same number, since they
 * differ by classes of weight 0; the set is named all the same, as in the other averages.
 */
export function weightedF1(
  measure: string,
  { classes }: { readonly classes: ClassSet },
): CorpusMetric<HasLabels> {
  return {
    id: `weighted-f1-${classes}`,
    title: `Weighted F1 (${classes})`,
    signature: signature("weighted-f1", 1, { classes, unanswered: "miss" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truth }) => truth !== null,
    prepare(evidence) {
      const counts = countLabels(evidence);
      const members = counts.classSet(classes);
      return (weights) => {
        const totals = counts.count(weights);
        let sum = 0;
        let all = 0;
        for (const index of members) {
          const ofClass = totals(index);
          const support = ofClass.hits + ofClass.misses;
          sum += support * (f1(ofClass) ?? 0);
          all += support;
        }
        return all === 0 ? null : sum / all;
      };
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "weighted-f1",
    group: "classification",
    title: "Weighted F1",
    options: [classesOption],
    page: () => ({
      definition: "Mean over labels of the F1 of each, weighted by its number of true samples.",
      formula: "Σ true_c·F1_c / Σ true_c",
      citation: 'scikit-learn, f1_score(average="weighted")',
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9",
      edgeCases: "The class sets give the same number, since they differ by labels of weight 0.",
      signatures: [weightedF1("", { classes: "union" }).signature],
    }),
    offers: [
      offer({
        id: "weighted-f1",
        title: "F1 weighted by support",
        reads: "labels",
        options: [classesOption],
        create: (measure, { classes = "union" }) => [
          { ...weightedF1(measure, { classes }), id: "weighted-f1" },
        ],
      }),
    ],
  },
];

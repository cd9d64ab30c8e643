import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { countLabelSets, type HasLabelSets } from "./class-counts.ts";
import { ratio } from "./f1-averages.ts";

/** Precision or recall of all labels of all samples taken together (micro average). */
export function multiLabelRate(
  measure: string,
  figure: "precision" | "recall",
): CorpusMetric<HasLabelSets> {
  return {
    id: `multi-label-${figure}`,
    title: figure === "precision" ? "Precision of label sets" : "Recall of label sets",
    signature: signature(`multi-label-${figure}`, 1, { average: "micro" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truths }) => truths !== null,
    prepare(evidence) {
      const counts = countLabelSets(evidence);
      const classes = counts.classSet("union");
      return (weights) => {
        const totals = counts.count(weights);
        let hits = 0;
        let others = 0;
        for (const index of classes) {
          const own = totals(index);
          hits += own.hits;
          others += figure === "precision" ? own.falseAlarms : own.misses;
        }
        return ratio(hits, hits + others);
      };
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "multi-label-rates",
    group: "classification",
    title: "Precision and recall of label sets",
    options: [],
    page: () => ({
      definition: "Precision and recall of all labels of all samples taken together.",
      formula: "Σ hits / Σ predicted; Σ hits / Σ true",
      citation:
        'scikit-learn, precision_score and recall_score (average="micro") on indicator matrices',
      checkedAgainst: "the Xperience task suite’s recorded figures, to 1e-9",
      edgeCases: "Null where the divisor is 0; no answer predicts nothing.",
      signatures: [
        multiLabelRate("", "precision").signature,
        multiLabelRate("", "recall").signature,
      ],
    }),
  },
];

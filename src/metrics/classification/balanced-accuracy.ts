import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { switchOption } from "../metric-option.ts";
import { countLabels, type HasLabels } from "./class-counts.ts";

export interface BalancedAccuracyOptions {
  /** Whether chance becomes 0: (a − 1/C) / (1 − 1/C) for C classes; default false. */
  readonly adjusted?: boolean;
}

/**
 * Mean of the recall of each class that has a true sample, so that frequent classes do not drown
 * rare ones (Brodersen et al. 2010, "The balanced accuracy and its posterior distribution";
 * scikit-learn's `balanced_accuracy_score`). A class without true weight in a slice or resample has
 * no recall and is left out.
 */
export function balancedAccuracy(
  measure: string,
  { adjusted = false }: BalancedAccuracyOptions = {},
): CorpusMetric<HasLabels> {
  return {
    id: "balanced-accuracy",
    title: "Balanced accuracy",
    signature: signature("balanced-accuracy", 1, {
      adjusted,
      classes: "support",
      unanswered: "miss",
      weightless: "dropped",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: adjusted ? null : 0,
    counts: ({ truth }) => truth !== null,
    prepare(evidence) {
      const counts = countLabels(evidence);
      const classes = counts.classSet("support");
      return (weights) => {
        const totals = counts.count(weights);
        let sum = 0;
        let seen = 0;
        for (const index of classes) {
          const { hits, misses } = totals(index);
          if (hits + misses === 0) continue;
          sum += hits / (hits + misses);
          seen++;
        }
        if (!adjusted) return seen === 0 ? null : sum / seen;
        return seen < 2 ? null : (sum - 1) / (seen - 1);
      };
    },
  };
}

const adjustedOption = switchOption({
  name: "adjusted",
  default: "false",
  meaning:
    "whether chance is 0 and worse than chance is below (scikit-learn's adjusted=True); not defined with one label",
});

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "balanced-accuracy",
    group: "classification",
    title: "Balanced accuracy",
    options: [adjustedOption],
    page: () => ({
      definition: "Mean of the recall of each label that has a true sample.",
      formula: "a = (1/C) Σ hits_c / true_c; adjusted: (a − 1/C) / (1 − 1/C)",
      citation: "Brodersen et al. 2010, “The balanced accuracy and its posterior distribution”",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9 (balanced_accuracy_score)",
      edgeCases:
        "A label without true weight in a slice or resample is left out; no answer is a miss.",
      signatures: [balancedAccuracy("").signature],
    }),
    offers: [
      offer({
        id: "balanced-accuracy",
        title: "Balanced accuracy",
        reads: "labels",
        options: [adjustedOption],
        create: (measure, given) => [
          { ...balancedAccuracy(measure, given), id: "balanced-accuracy" },
        ],
      }),
    ],
  },
];

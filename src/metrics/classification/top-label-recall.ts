import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import { checkScores, type HasLabelScores } from "./has-label-scores.ts";
import { topPlaces } from "./rescale-scores.ts";

/** What metrics of scored label sets read of one sample. */
export interface HasLabelSetScores extends Omit<HasLabelScores, "truth" | "truths"> {
  /** `null` where the truth is hidden: the sample does not count. */
  readonly truths: readonly string[] | null;
}

/**
 * Share of true labels among as many of the highest scored ones as there are true ones, over all
 * samples: Σ hits / Σ true labels. Equal scores in the order of the labels on offer. No answer hits
 * nothing. `null` without true labels.
 */
export function topLabelRecall(measure: string): CorpusMetric<HasLabelSetScores> {
  return {
    id: "top-label-recall",
    title: "Recall of the top labels",
    signature: signature("top-label-recall", 1, {
      k: "true-labels",
      ties: "first",
      unanswered: "miss",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truths }) => truths !== null && truths.length > 0,
    prepare(evidence) {
      const [found, wanted] = [growing.numbers(), growing.numbers()];
      for (const item of evidence) {
        checkScores(item);
        const truths = new Set(item.truths ?? []);
        found.push(topLabels(item, truths.size).filter((label) => truths.has(label)).length);
        wanted.push(truths.size);
      }
      const [hits, all] = [found.view(), wanted.view()];
      return (weights) => {
        if (weights) assertWeights(weights, hits.length);
        let sum = 0;
        let total = 0;
        for (let at = 0; at < hits.length; at++) {
          const weight = weights ? weights[at]! : 1;
          sum += weight * hits[at]!;
          total += weight * all[at]!;
        }
        return total === 0 ? null : sum / total;
      };
    },
  };
}

function topLabels({ options, scores }: HasLabelSetScores, count: number): readonly string[] {
  return scores === null
    ? []
    : topPlaces(scores, { count, ties: "first" }).map((place) => options[place]!);
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "top-label-recall",
    group: "classification",
    title: "Recall of the top labels",
    options: [],
    page: () => ({
      definition:
        "Share of true labels among as many of the highest scored ones as a sample has true ones, summed over all samples.",
      formula: "Σ hits / Σ true labels",
      citation: "ViSTa (Wybitul et al. 2024), evaluation code for videos with several labels",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "Equal scores in the order of the labels on offer. No answer hits nothing. Samples without true labels do not count; null without any.",
      signatures: [topLabelRecall("").signature],
    }),
  },
];

import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import { checkScores, type HasLabelScores } from "./has-label-scores.ts";
import { topPlaces } from "./rescale-scores.ts";

/**
 * Share of samples whose true label is among the `k` highest scored ones; equal scores in the order
 * of the labels on offer. No answer is wrong. Samples that offer no more than `k` labels do not
 * count, since nothing could be wrong there.
 */
export function topKAccuracy(
  measure: string,
  { k }: { readonly k: number },
): SampleMetric<HasLabelScores> {
  return sampleMetric({
    id: `top-${k}-accuracy`,
    title: `Top-${k} accuracy`,
    signature: signature("top-k-accuracy", 1, { k, ties: "first", unanswered: "wrong" }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value(item) {
      checkScores(item);
      const { truth, options, scores } = item;
      if (truth === null || options.length <= k) return null;
      const places = topPlaces(scores ?? [], { count: k, ties: "first" });
      return places.some((place) => options[place] === truth) ? 1 : 0;
    },
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "top-k-accuracy",
    group: "classification",
    title: "Top-k accuracy",
    options: [],
    page: () => ({
      definition: "Share of samples whose true label is among the k highest scored ones.",
      formula:
        "samples with the true label among the top k ÷ samples that offer more than k labels",
      citation: "scikit-learn, top_k_accuracy_score",
      checkedAgainst: "scikit-learn 1.9.1, to 1e-9, without ties",
      edgeCases:
        "Equal scores in the order of the labels on offer. No answer is wrong. Samples that offer no more than k labels do not count.",
      signatures: [topKAccuracy("", { k: 5 }).signature],
    }),
  },
];

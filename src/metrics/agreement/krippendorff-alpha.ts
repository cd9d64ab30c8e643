import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, ratingsOffer } from "../metric-declaration.ts";
import {
  agreeingPairs,
  type HasRatings,
  isPairable,
  packRatings,
  visitItems,
} from "./rating-table.ts";

/**
 * Krippendorff's alpha of categories: 1 − observed / expected disagreement, for any number of
 * raters and with ratings missing (Krippendorff 2011, "Computing Krippendorff's
 * alpha-reliability"). Items with fewer than two ratings do not count. `null` where only one
 * category occurs.
 */
export function krippendorffAlpha(measure: string): CorpusMetric<HasRatings> {
  return {
    id: "krippendorff-alpha",
    title: "Krippendorff's alpha, nominal",
    signature: signature("krippendorff-alpha", 1, { level: "nominal" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: null,
    counts: isPairable,
    prepare(evidence) {
      const table = packRatings(evidence);
      return (weights) => {
        const totals = new Float64Array(table.categories.length);
        let observed = 0;
        let all = 0;
        visitItems(table, weights, (weight, perCategory, count) => {
          if (count < 2) return;
          all += weight * count;
          observed += weight * (count - agreeingPairs(perCategory) / (count - 1));
          for (let at = 0; at < totals.length; at++) totals[at]! += weight * perCategory[at]!;
        });
        const expected = totals.reduce((sum, total) => sum + total * (all - total), 0);
        return expected > 0 ? 1 - ((all - 1) * observed) / expected : null;
      };
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "krippendorff-alpha",
    group: "agreement",
    title: "Krippendorff’s alpha, nominal",
    options: [],
    page: () => ({
      definition:
        "1 − observed / expected disagreement, for any number of raters and with ratings missing.",
      formula: "1 − (n − 1) Σ observed / Σ n_c(n − n_c)",
      citation: "Krippendorff 2011, “Computing Krippendorff’s alpha-reliability”",
      checkedAgainst: "krippendorff 0.9.0, to 1e-9",
      edgeCases:
        "Items with fewer than two ratings do not count. Null where only one category occurs.",
      signatures: [krippendorffAlpha("").signature],
    }),
    offers: [
      ratingsOffer({
        id: "alpha",
        title: "Krippendorff's alpha, nominal",
        reads: "ratings",
        options: [],
        create: () => krippendorffAlpha("ratings"),
      }),
    ],
  },
];

import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { UserError } from "../../core/user-error.ts";
import { type MetricDeclaration, ratingsOffer } from "../metric-declaration.ts";
import {
  agreeingPairs,
  chanceCorrected,
  type HasRatings,
  isPairable,
  packRatings,
  visitItems,
} from "./rating-table.ts";

/**
 * Agreement of a fixed number of interchangeable raters per item beyond chance (Fleiss 1971,
 * "Measuring nominal scale agreement among many raters"): mean share of agreeing pairs against Σ
 * p², p the share of each category among all ratings. Items with one rating or none do not count;
 * where the others have different numbers of ratings the definition does not apply, and
 * Krippendorff's alpha does. `null` where only one category is used.
 */
export function fleissKappa(measure: string): CorpusMetric<HasRatings> {
  return {
    id: "fleiss-kappa",
    title: "Fleiss' kappa",
    signature: signature("fleiss-kappa", 1, { raters: "equal-number" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: -1,
    counts: isPairable,
    prepare(evidence) {
      const table = packRatings(evidence);
      assertEqualNumbers(table);
      return (weights) => {
        const shares = new Float64Array(table.categories.length);
        let agreement = 0;
        let total = 0;
        visitItems(table, weights, (weight, perCategory, count) => {
          if (count < 2) return;
          total += weight;
          agreement += (weight * agreeingPairs(perCategory)) / (count * (count - 1));
          for (let at = 0; at < shares.length; at++)
            shares[at]! += (weight * perCategory[at]!) / count;
        });
        if (total === 0) return null;
        const expected = shares.reduce((sum, share) => sum + (share / total) ** 2, 0);
        return chanceCorrected(agreement / total, expected);
      };
    },
  };
}

function assertEqualNumbers(table: Parameters<typeof visitItems>[0]): void {
  let raters = 0;
  visitItems(table, undefined, (_weight, _perCategory, count) => {
    if (count < 2) return;
    if (raters !== 0 && count !== raters) {
      throw new UserError(
        `Fleiss' kappa needs as many ratings for every item, got ${raters} and ${count}`,
        "use Krippendorff's alpha, which takes any number of ratings",
      );
    }
    raters = count;
  });
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "fleiss-kappa",
    group: "agreement",
    title: "Fleiss’ kappa",
    options: [],
    page: () => ({
      definition: "Mean share of agreeing pairs of interchangeable raters beyond chance.",
      formula: "(agreement − Σ p²) / (1 − Σ p²)",
      citation: "Fleiss 1971, “Measuring nominal scale agreement among many raters”",
      checkedAgainst: "statsmodels 0.15.0, to 1e-9",
      edgeCases:
        "All items need as many ratings (items with one or none do not count); otherwise an error that names Krippendorff’s alpha. Null where only one category is used.",
      signatures: [fleissKappa("").signature],
    }),
    offers: [
      ratingsOffer({
        id: "fleiss",
        title: "Fleiss' kappa",
        reads: "ratings",
        options: [],
        create: () => fleissKappa("ratings"),
      }),
    ],
  },
];

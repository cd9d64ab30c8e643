import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, ratingsOffer } from "../metric-declaration.ts";
import {
  agreeingPairs,
  categoriesOption,
  chanceCorrected,
  type HasRatings,
  isPairable,
  namedCategories,
  packRatings,
  visitItems,
} from "./rating-table.ts";

/**
 * Gwet's AC1 for two or more raters (Gwet 2008, "Computing inter-rater reliability and its variance
 * in the presence of high agreement"): chance agreement is Σ p·(1 − p) / (k − 1), p the mean share
 * of each of the k categories, so that it stays stable at a skewed prevalence. Agreement comes from
 * items with two ratings or more, p from all rated items. Without `categories`, k counts those
 * observed in the whole set. `null` with fewer than two categories.
 */
export function gwetAc1(
  measure: string,
  { categories }: { readonly categories?: readonly string[] } = {},
): CorpusMetric<HasRatings> {
  return {
    id: "gwet-ac1",
    title: "Gwet's AC1",
    signature: signature("gwet-ac1", 1, { categories: namedCategories(categories) }),
    measure,
    kind: "corpus",
    best: 1,
    worst: -1,
    counts: isPairable,
    prepare(evidence) {
      const table = packRatings(evidence, categories);
      const size = table.categories.length;
      return (weights) => {
        const shares = new Float64Array(size);
        let agreement = 0;
        let pairable = 0;
        let rated = 0;
        visitItems(table, weights, (weight, perCategory, count) => {
          if (count === 0) return;
          rated += weight;
          for (let at = 0; at < size; at++) shares[at]! += (weight * perCategory[at]!) / count;
          if (count < 2) return;
          pairable += weight;
          agreement += (weight * agreeingPairs(perCategory)) / (count * (count - 1));
        });
        if (pairable === 0 || size < 2) return null;
        const expected =
          shares.reduce((sum, share) => sum + (share / rated) * (1 - share / rated), 0) /
          (size - 1);
        return chanceCorrected(agreement / pairable, expected);
      };
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "gwet-ac1",
    group: "agreement",
    title: "Gwet’s AC1",
    options: [categoriesOption],
    page: () => ({
      definition:
        "Agreement of two or more raters beyond a chance that stays stable at a skewed prevalence.",
      formula: "(agreement − chance) / (1 − chance), chance = Σ p(1 − p) / (k − 1)",
      citation:
        "Gwet 2008, “Computing inter-rater reliability and its variance in the presence of high agreement”",
      checkedAgainst: "the formula of the paper, restated in Python",
      edgeCases:
        "Agreement from items with two ratings or more, p from all rated items. Null with fewer than two categories.",
      signatures: [gwetAc1("").signature],
    }),
    offers: [
      ratingsOffer({
        id: "ac1",
        title: "Gwet's AC1",
        reads: "ratings",
        options: [categoriesOption],
        create: ({ categories }) => gwetAc1("ratings", categories && { categories }),
      }),
    ],
  },
];

import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, ratingsOffer } from "../metric-declaration.ts";
import {
  categoriesOption,
  crossTable,
  type HasRatings,
  isPairable,
  namedCategories,
  packRatings,
} from "./rating-table.ts";

/**
 * Prevalence-adjusted bias-adjusted kappa of the first two raters: (k·observed agreement − 1) / (k
 * − 1) for k categories, 2·agreement − 1 for two (Byrt, Bishop and Carlin 1993, "Bias, prevalence
 * and kappa"); for more also known as Bennett's S. Without `categories`, k counts those observed in
 * the whole set. `null` with fewer than two categories.
 */
export function pabak(
  measure: string,
  { categories }: { readonly categories?: readonly string[] } = {},
): CorpusMetric<HasRatings> {
  return {
    id: "pabak",
    title: "PABAK",
    signature: signature("pabak", 1, { categories: namedCategories(categories) }),
    measure,
    kind: "corpus",
    best: 1,
    worst: -1,
    counts: ({ ratings }) => isPairable({ ratings: ratings.slice(0, 2) }),
    prepare(evidence) {
      const table = packRatings(evidence, categories);
      const size = table.categories.length;
      return (weights) => {
        const { cells, total } = crossTable(table, weights);
        if (total === 0 || size < 2) return null;
        let agreed = 0;
        for (let category = 0; category < size; category++)
          agreed += cells[category * size + category]!;
        return ((size * agreed) / total - 1) / (size - 1);
      };
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "pabak",
    group: "agreement",
    title: "PABAK",
    options: [categoriesOption],
    page: () => ({
      definition:
        "Prevalence-adjusted bias-adjusted kappa of two raters; for more than two categories Bennett’s S.",
      formula: "(k·agreement − 1) / (k − 1)",
      citation: "Byrt, Bishop and Carlin 1993, “Bias, prevalence and kappa”",
      checkedAgainst: "the formula of the paper, restated in Python",
      edgeCases: "Null with fewer than two categories.",
      signatures: [pabak("").signature],
    }),
    offers: [
      ratingsOffer({
        id: "pabak",
        title: "PABAK",
        reads: "ratingPairs",
        options: [categoriesOption],
        create: ({ categories }) => pabak("ratings", categories && { categories }),
      }),
    ],
  },
];

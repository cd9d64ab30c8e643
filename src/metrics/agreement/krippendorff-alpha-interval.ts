import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { type MetricDeclaration, ratingsOffer } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import { type HasNumericRatings, isPairable } from "./rating-table.ts";

/**
 * Krippendorff's alpha of numbers, with squared differences as disagreement, for any number of
 * raters and with ratings missing (Krippendorff 2011, "Computing Krippendorff's
 * alpha-reliability"). Items with fewer than two ratings do not count. `null` where all ratings are
 * the same.
 */
export function krippendorffAlphaInterval(measure: string): CorpusMetric<HasNumericRatings> {
  return {
    id: "krippendorff-alpha-interval",
    title: "Krippendorff's alpha, interval",
    signature: signature("krippendorff-alpha", 1, { level: "interval" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: null,
    counts: isPairable,
    prepare(evidence) {
      const { counts, sums, squares } = packMoments(evidence);
      return (weights) => {
        if (weights) assertWeights(weights, counts.length);
        let observed = 0;
        let all = 0;
        let sum = 0;
        let square = 0;
        for (let item = 0; item < counts.length; item++) {
          const count = counts[item]!;
          if (count < 2) continue;
          const weight = weights ? weights[item]! : 1;
          all += weight * count;
          sum += weight * sums[item]!;
          square += weight * squares[item]!;
          observed += (weight * (count * squares[item]! - sums[item]! ** 2)) / (count - 1);
        }
        const expected = all * square - sum * sum;
        return expected > 1e-12 * all * square ? 1 - ((all - 1) * observed) / expected : null;
      };
    },
  };
}

/**
 * Number, sum and sum of squares of the ratings of each item, about the mean of all so that nothing
 * large cancels.
 */
function packMoments(evidence: Iterable<HasNumericRatings>) {
  const rated = Iterator.from(evidence)
    .map(({ ratings }) => ratings.filter((rating) => rating !== null))
    .toArray();
  const pairable = rated.filter((ratings) => ratings.length >= 2).flat();
  const centre = pairable.reduce((sum, rating) => sum + rating, 0) / Math.max(1, pairable.length);
  const [counts, sums, squares] = [growing.words(), growing.numbers(), growing.numbers()];
  for (const ratings of rated) {
    counts.push(ratings.length);
    sums.push(ratings.reduce((sum, rating) => sum + (rating - centre), 0));
    squares.push(ratings.reduce((sum, rating) => sum + (rating - centre) ** 2, 0));
  }
  return { counts: counts.view(), sums: sums.view(), squares: squares.view() };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "krippendorff-alpha-interval",
    group: "agreement",
    title: "Krippendorff’s alpha, interval",
    options: [],
    page: () => ({
      definition:
        "1 − observed / expected disagreement of numbers, for any number of raters and with ratings missing; two ratings disagree by the square of their difference.",
      formula:
        "1 − (n − 1) Σ_items [Σ over pairs of its m ratings of (x − y)²] / (m − 1) / Σ over all pairs of the n ratings of (x − y)²",
      citation: "Krippendorff 2011, “Computing Krippendorff’s alpha-reliability”",
      checkedAgainst: "krippendorff 0.9.0, to 1e-9",
      edgeCases:
        "Items with fewer than two ratings do not count. Null where all ratings are the same.",
      signatures: [krippendorffAlphaInterval("").signature],
    }),
    offers: [
      ratingsOffer({
        id: "alpha-interval",
        title: "Krippendorff's alpha, interval",
        reads: "numericRatings",
        options: [],
        create: () => krippendorffAlphaInterval("ratings"),
      }),
    ],
  },
];

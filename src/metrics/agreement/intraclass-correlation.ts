import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { UserError } from "../../core/user-error.ts";
import type { MetricPage } from "../metric-page.ts";
import { type MeanSquares, meanSquares, type RatingRow } from "./mean-squares.ts";

/** What measures of agreement on numbers read of one item. */
export interface HasNumericRatings {
  /** By rater, always in the same order; `null` where a rater gave none. */
  readonly ratings: readonly (number | null)[];
}

/**
 * ICC(2,1) of Shrout and Fleiss (1979, "Intraclass correlations: uses in assessing rater reliability"): two-way random effects, absolute
 * agreement, single rater. Items that a rater left out do not count; all others must have as many raters. `null` with fewer than two items
 * or raters, or where all ratings are the same. A repeated item counts as a new item.
 */
export function intraclassCorrelation(measure: string): CorpusMetric<HasNumericRatings> {
  return {
    id: "icc-2-1",
    title: "ICC(2,1)",
    signature: signature("intraclass-correlation", 1, {
      agreement: "absolute",
      incomplete: "dropped",
      model: "two-way-random",
      unit: "single",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: null,
    counts: isComplete,
    prepare(evidence) {
      const rows = completeRows(evidence);
      return (weights) => {
        const squares = meanSquares(rows, weights);
        return squares && singleRaterCorrelation(squares);
      };
    },
  };
}

function isComplete(item: HasNumericRatings): item is { readonly ratings: readonly number[] } {
  return item.ratings.length > 0 && item.ratings.every((rating) => rating !== null);
}

/** The ratings of each item, `null` where one is missing. */
export function completeRows(evidence: Iterable<HasNumericRatings>): readonly RatingRow[] {
  const rows = Iterator.from(evidence)
    .map((item) => (isComplete(item) ? item.ratings : null))
    .toArray();
  const sizes = new Set(rows.filter((row) => row !== null).map((row) => row.length));
  if (sizes.size > 1) throw new UserError(`ICC(2,1) needs as many raters for every item, got ${[...sizes].join(" and ")}`);
  return rows;
}

/** (items − error) / (items + (k − 1)·error + k·(raters − error)/n), of the mean squares of n items and k raters. */
export function singleRaterCorrelation({ items, raters, betweenItems, betweenRaters, error }: MeanSquares): number | null {
  const whole = betweenItems + (raters - 1) * error + (raters * (betweenRaters - error)) / items;
  return whole === 0 ? null : (betweenItems - error) / whole;
}

export const intraclassCorrelationPage: MetricPage = {
  id: "icc-2-1",
  group: "agreement",
  title: "ICC(2,1)",
  definition: "Two-way random effects, absolute agreement, single rater; McGraw and Wong’s ICC(A,1).",
  formula: "(MS_items − MS_error) / (MS_items + (k − 1)·MS_error + k(MS_raters − MS_error)/n)",
  options: [],
  citation: "Shrout and Fleiss 1979, “Intraclass correlations: uses in assessing rater reliability”; McGraw and Wong 1996 for the interval",
  checkedAgainst: "pingouin 0.7.0, value and interval, to 1e-9",
  edgeCases:
    "Items that a rater left out do not count. Null with fewer than two items or raters, or where all ratings are the same. Interval of independent items: F limits with Satterthwaite’s degrees of freedom; where items share groups, a bootstrap of groups.",
  signatures: [intraclassCorrelation("").signature],
};

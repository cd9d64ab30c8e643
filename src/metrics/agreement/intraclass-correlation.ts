import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { UserError } from "../../core/user-error.ts";
import { fQuantile } from "../../math/distribution/f-quantile.ts";
import { checkConfidence, type Interval } from "../../math/interval/interval.ts";
import { type MetricDeclaration, ratingsOffer } from "../metric-declaration.ts";
import { type MeanSquares, meanSquares, type RatingRow } from "./mean-squares.ts";
import type { HasNumericRatings } from "./rating-table.ts";

/**
 * ICC(2,1) of Shrout and Fleiss (1979, "Intraclass correlations: uses in assessing rater
 * reliability"): two-way random effects, absolute agreement, single rater. Items that a rater left
 * out do not count; all others must have as many raters. `null` with fewer than two items or
 * raters, or where all ratings are the same. A repeated item counts as a new item.
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
function completeRows(evidence: Iterable<HasNumericRatings>): readonly RatingRow[] {
  const rows = Iterator.from(evidence)
    .map((item) => (isComplete(item) ? item.ratings : null))
    .toArray();
  const sizes = new Set(rows.filter((row) => row !== null).map((row) => row.length));
  if (sizes.size > 1)
    throw new UserError(
      `ICC(2,1) needs as many raters for every item, got ${[...sizes].join(" and ")}`,
    );
  return rows;
}

/**
 * (items − error) / (items + (k − 1)·error + k·(raters − error)/n), of the mean squares of n items
 * and k raters.
 */
function singleRaterCorrelation({
  items,
  raters,
  betweenItems,
  betweenRaters,
  error,
}: MeanSquares): number | null {
  const whole = betweenItems + (raters - 1) * error + (raters * (betweenRaters - error)) / items;
  return whole === 0 ? null : (betweenItems - error) / whole;
}

/**
 * The interval of ICC(2,1) for independent items with normal effects: F limits whose second degrees
 * of freedom are Satterthwaite's, since the raters' mean square takes part (Shrout and Fleiss 1979,
 * page 424; McGraw and Wong 1996, "Forming inferences about some intraclass correlation
 * coefficients", table 7, case 2A with absolute agreement). `null` where the correlation is not
 * defined or nothing but the items varies, so that there is no error to judge it by.
 */
export function correlationInterval(
  evidence: Iterable<HasNumericRatings>,
  confidence = 0.95,
): Interval | null {
  checkConfidence(confidence);
  const squares = meanSquares(completeRows(evidence));
  const value = squares && singleRaterCorrelation(squares);
  if (!squares || value === null || value === 1) return null;
  const { items: n, raters: k, betweenItems, betweenRaters, error } = squares;
  const ofRaters = ((k * value) / (n * (1 - value))) * betweenRaters;
  const ofError = (1 + (k * value * (n - 1)) / (n * (1 - value))) * error;
  const spread = ofRaters ** 2 / (k - 1) + ofError ** 2 / ((n - 1) * (k - 1));
  const degrees = (ofRaters + ofError) ** 2 / spread;
  if (!(degrees > 0 && Number.isFinite(degrees))) return null;
  const p = (1 + confidence) / 2;
  const rest = k * betweenRaters + (k * n - k - n) * error;
  const lower = fQuantile(p, n - 1, degrees);
  const upper = fQuantile(p, degrees, n - 1);
  return {
    low: (n * (betweenItems - lower * error)) / (lower * rest + n * betweenItems),
    high: (n * (upper * betweenItems - error)) / (rest + n * upper * betweenItems),
  };
}

function intervalOf(items: readonly HasNumericRatings[]) {
  const limits = correlationInterval(items);
  if (!limits) return { low: null, high: null, interval: "none: raters never differ" };
  return {
    ...limits,
    interval: "F limits with Satterthwaite's degrees of freedom (McGraw and Wong 1996)",
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "icc-2-1",
    group: "agreement",
    title: "ICC(2,1)",
    options: [],
    page: () => ({
      definition:
        "Two-way random effects, absolute agreement, single rater; McGraw and Wong’s ICC(A,1).",
      formula: "(MS_items − MS_error) / (MS_items + (k − 1)·MS_error + k(MS_raters − MS_error)/n)",
      citation:
        "Shrout and Fleiss 1979, “Intraclass correlations: uses in assessing rater reliability”; McGraw and Wong 1996 for the interval",
      checkedAgainst: "pingouin 0.7.0, value and interval, to 1e-9",
      edgeCases:
        "Items that a rater left out do not count. Null with fewer than two items or raters, or where all ratings are the same. Interval of independent items: F limits with Satterthwaite’s degrees of freedom; where items share groups, a bootstrap of groups.",
      signatures: [intraclassCorrelation("").signature],
    }),
    offers: [
      ratingsOffer({
        id: "icc",
        title: "ICC(2,1)",
        reads: "numericRatings",
        options: [],
        create: () => intraclassCorrelation("ratings"),
        interval: intervalOf,
      }),
    ],
  },
];

import type { CorpusMetric, Weights } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { assertWeights } from "../sample-metric.ts";

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
      const rows = Iterator.from(evidence)
        .map((item) => (isComplete(item) ? item.ratings : null))
        .toArray();
      assertEqualRaters(rows);
      return (weights) => correlation(rows, weights);
    },
  };
}

type Row = readonly number[] | null;

function isComplete(item: HasNumericRatings): item is { readonly ratings: readonly number[] } {
  return item.ratings.length > 0 && item.ratings.every((rating) => rating !== null);
}

function assertEqualRaters(rows: readonly Row[]): void {
  const sizes = new Set(rows.filter((row) => row !== null).map((row) => row.length));
  if (sizes.size > 1) throw new RangeError(`ICC(2,1) needs as many raters for every item, got ${[...sizes].join(" and ")}`);
}

function correlation(rows: readonly Row[], weights?: Weights): number | null {
  if (weights) assertWeights(weights, rows.length);
  const raters = rows.find((row) => row !== null)?.length ?? 0;
  const columns = new Float64Array(raters);
  let items = 0;
  rows.forEach((row, at) => {
    const weight = row === null ? 0 : (weights?.[at] ?? 1);
    items += weight;
    row?.forEach((rating, rater) => {
      columns[rater]! += weight * rating;
    });
  });
  if (items <= 1 || raters < 2) return null;
  for (let rater = 0; rater < raters; rater++) columns[rater]! /= items;
  const grand = columns.reduce((sum, mean) => sum + mean, 0) / raters;
  let betweenItems = 0;
  let residual = 0;
  rows.forEach((row, at) => {
    if (row === null) return;
    const weight = weights?.[at] ?? 1;
    const mean = row.reduce((sum, rating) => sum + rating, 0) / raters;
    betweenItems += weight * raters * (mean - grand) ** 2;
    row.forEach((rating, rater) => {
      residual += weight * (rating - mean - columns[rater]! + grand) ** 2;
    });
  });
  const betweenRaters = columns.reduce((sum, mean) => sum + items * (mean - grand) ** 2, 0);
  const itemSquare = betweenItems / (items - 1);
  const raterSquare = betweenRaters / (raters - 1);
  const errorSquare = residual / ((items - 1) * (raters - 1));
  const whole = itemSquare + (raters - 1) * errorSquare + (raters * (raterSquare - errorSquare)) / items;
  return whole === 0 ? null : (itemSquare - errorSquare) / whole;
}

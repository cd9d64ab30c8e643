import type { Weights } from "../../core/scores/metric.ts";
import { assertWeights } from "../sample-metric.ts";

/** The ratings of an item by all raters in the same order, `null` where the item does not count. */
export type RatingRow = readonly number[] | null;

/** The two-way analysis of variance of items by raters without repetition. */
export interface MeanSquares {
  /** Their weight. */
  readonly items: number;
  readonly raters: number;
  readonly betweenItems: number;
  readonly betweenRaters: number;
  readonly error: number;
}

/** A repeated item counts as a new item. `null` with fewer than two items or raters. */
export function meanSquares(rows: readonly RatingRow[], weights?: Weights): MeanSquares | null {
  if (weights) assertWeights(weights, rows.length);
  const raters = rows.find((row) => row !== null)?.length ?? 0;
  const { items, means } = raterMeans(rows, raters, weights);
  if (items <= 1 || raters < 2) return null;
  const grand = means.reduce((sum, mean) => sum + mean, 0) / raters;
  let betweenItems = 0;
  let residual = 0;
  rows.forEach((row, at) => {
    if (row === null) return;
    const weight = weights?.[at] ?? 1;
    const mean = row.reduce((sum, rating) => sum + rating, 0) / raters;
    betweenItems += weight * raters * (mean - grand) ** 2;
    row.forEach((rating, rater) => {
      residual += weight * (rating - mean - means[rater]! + grand) ** 2;
    });
  });
  return {
    items,
    raters,
    betweenItems: betweenItems / (items - 1),
    betweenRaters: means.reduce((sum, mean) => sum + items * (mean - grand) ** 2, 0) / (raters - 1),
    error: residual / ((items - 1) * (raters - 1)),
  };
}

function raterMeans(rows: readonly RatingRow[], raters: number, weights: Weights | undefined) {
  const means = new Float64Array(raters);
  let items = 0;
  rows.forEach((row, at) => {
    const weight = row === null ? 0 : (weights?.[at] ?? 1);
    items += weight;
    row?.forEach((rating, rater) => {
      means[rater]! += weight * rating;
    });
  });
  return { items, means: means.map((sum) => sum / items) };
}

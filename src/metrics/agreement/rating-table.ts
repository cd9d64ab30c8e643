import type { Weights } from "../../core/scores/metric.ts";
import { UserError } from "../../core/user-error.ts";
import { growing } from "../../math/growing-array.ts";
import { namesOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";

/** What measures of agreement on categories read of one item. */
export interface HasRatings {
  /** By rater, always in the same order; `null` where a rater gave none. */
  readonly ratings: readonly (string | null)[];
}

/** What measures of agreement on numbers read of one item. */
export interface HasNumericRatings {
  /** By rater, always in the same order; `null` where a rater gave none. */
  readonly ratings: readonly (number | null)[];
}

/** Ratings of the same items by several raters. */
export interface RatingsTable {
  /** The names of the columns. */
  readonly raters: readonly string[];
  /** One row per item, one cell per rater; `null` where a rater gave none. */
  readonly rows: readonly (readonly (string | null)[])[];
  /**
   * What items that belong together share, such as a video: intervals draw whole groups. Each item
   * by itself where left out.
   */
  readonly groups?: readonly string[];
}

/** Ratings as numbers of categories, item after item. */
export interface RatingTable {
  readonly categories: readonly string[];
  readonly itemCount: number;
  /** Where the ratings of an item start, with the end of the last one. */
  readonly starts: Uint32Array;
  /** −1 where a rater gave none. */
  readonly ratings: Int32Array;
}

/** How the categories appear in a signature. */
export function namedCategories(categories: readonly string[] | undefined): string {
  return categories ? categories.join(",") : "observed";
}

/**
 * Packs ratings; without `categories`, these are the ones that occur anywhere. A rating outside
 * them is refused, and so is a category that is named twice.
 */
export function packRatings(
  evidence: Iterable<HasRatings>,
  categories?: readonly string[],
): RatingTable {
  const twice = categories?.find((name, index) => categories.indexOf(name) !== index);
  if (twice !== undefined) throw new UserError(`the category "${twice}" is named twice`);
  const indices = new Map((categories ?? []).map((name, index) => [name, index]));
  const starts = growing.words();
  const ratings = growing.integers();
  for (const item of evidence) {
    starts.push(ratings.length);
    for (const rating of item.ratings) {
      if (rating !== null && !indices.has(rating)) {
        if (categories)
          throw new UserError(
            `the rating "${rating}" is none of the categories ${categories.join(", ")}`,
          );
        indices.set(rating, indices.size);
      }
      ratings.push(rating === null ? -1 : indices.get(rating)!);
    }
  }
  const itemCount = starts.length;
  starts.push(ratings.length);
  return {
    categories: [...indices.keys()],
    itemCount,
    starts: starts.view(),
    ratings: ratings.view(),
  };
}

/** Whether at least two raters rated the item, so that they can agree. */
export function isPairable({ ratings }: { readonly ratings: readonly unknown[] }): boolean {
  return ratings.filter((rating) => rating !== null).length >= 2;
}

/**
 * Weight of each pair of categories given by the first two raters, row by row; items that either of
 * them left out do not count.
 */
export function crossTable(
  table: RatingTable,
  weights?: Weights,
): { readonly cells: Float64Array; readonly total: number } {
  if (weights) assertWeights(weights, table.itemCount);
  const size = table.categories.length;
  const cells = new Float64Array(size * size);
  let total = 0;
  for (let item = 0; item < table.itemCount; item++) {
    const start = table.starts[item]!;
    if (table.starts[item + 1]! - start < 2) continue;
    const first = table.ratings[start]!;
    const second = table.ratings[start + 1]!;
    if (first < 0 || second < 0) continue;
    const weight = weights ? weights[item]! : 1;
    cells[first * size + second]! += weight;
    total += weight;
  }
  return { cells, total };
}

/**
 * Calls `visit` with the weight, the number of ratings of each category and the number of ratings
 * of every item that has a weight.
 */
export function visitItems(
  table: RatingTable,
  weights: Weights | undefined,
  visit: (weight: number, perCategory: Float64Array, count: number) => void,
): void {
  if (weights) assertWeights(weights, table.itemCount);
  const perCategory = new Float64Array(table.categories.length);
  for (let item = 0; item < table.itemCount; item++) {
    const weight = weights ? weights[item]! : 1;
    if (weight === 0) continue;
    perCategory.fill(0);
    let count = 0;
    for (let at = table.starts[item]!; at < table.starts[item + 1]!; at++) {
      const category = table.ratings[at]!;
      if (category < 0) continue;
      perCategory[category]! += 1;
      count++;
    }
    visit(weight, perCategory, count);
  }
}

/** Σ c·(c − 1): ordered pairs of ratings that agree. */
export function agreeingPairs(perCategory: Float64Array): number {
  return perCategory.reduce((sum, count) => sum + count * (count - 1), 0);
}

/** (observed − expected) / (1 − expected); `null` where chance alone agrees always. */
export function chanceCorrected(observed: number, expected: number): number | null {
  // Sums of shares may miss 1 by rounding.
  return 1 - expected < 1e-12 ? null : (observed - expected) / (1 - expected);
}

export const categoriesOption = namesOption({
  name: "categories",
  default: "those that occur",
  meaning: "the categories in their order; those that occur where left out",
});

/** All categories of a table in rising order, which only numbers have by themselves. */
export function risingCategories({ rows }: RatingsTable): readonly string[] {
  const names = [...new Set(rows.flat())].filter((name) => name !== null);
  if (names.every(isNumberText)) return names.sort((a, b) => Number(a) - Number(b));
  throw new UserError(
    "weighted kappa needs the order of the categories",
    "name them in their order by the option categories, for example categories=low,middle,high",
  );
}

export function isNumberText(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

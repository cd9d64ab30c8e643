/** Least shares of the planned samples below which scores are not to be read. */
export interface Minimums {
  readonly minCoverage: number;
  readonly minAnswered: number;
}

/**
 * Below nine tenths, the bounds of a score that our own side left open are wider than most
 * differences between systems; where fewer than half of the samples have a readable answer, the
 * score says more about how replies are read than about what was seen.
 */
export const usualMinimums: Minimums = { minCoverage: 0.9, minAnswered: 0.5 };

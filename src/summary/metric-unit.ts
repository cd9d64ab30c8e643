import type { Unit } from "./format-number.ts";
import type { ScoreSummary } from "./score-summary.ts";

/**
 * How a metric's values are written: as percentages where they are fractions, that is where 1 is
 * the largest value there is and −1 or more the smallest. A metric without a worst value is a
 * fraction where its best is 1 (chance-corrected scores fall below 0 without a limit). Sums over
 * samples are counts.
 */
export function metricUnit({
  best,
  worst,
  isTotal,
}: Pick<ScoreSummary, "best" | "worst" | "isTotal">): Unit {
  if (isTotal) return "count";
  const other = worst ?? best;
  return Math.max(best, other) === 1 && Math.min(best, other) >= -1 ? "percent" : "plain";
}

import type { ScoreSummary } from "./score-summary.ts";

/**
 * How many samples were right: a proportion times its n. `null` where a score is no proportion,
 * since a mean counts nothing.
 */
export function correctCount(
  score: Pick<ScoreSummary, "kind" | "value" | "n"> | undefined,
): number | null {
  if (score?.kind !== "proportion" || score.value === null) return null;
  return Math.round(score.value * score.n);
}

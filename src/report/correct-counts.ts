import type { ScoreSummary } from "./summary.ts";

/**
 * The number of right samples behind a score, where it can be derived: a proportion times its n is a whole number. Returns a reader that
 * answers `null` unless that holds for all given scores of the metric, since a mean can hit a whole number by accident.
 */
export function correctCounts(scores: Iterable<ScoreSummary | undefined>): (score: ScoreSummary | undefined) => number | null {
  const areProportions = [...scores].every((score) => score === undefined || score.value === null || wholeCount(score) !== null);
  return (score) => (areProportions && score !== undefined ? wholeCount(score) : null);
}

function wholeCount({ value, n }: ScoreSummary): number | null {
  if (value === null || value < 0 || value > 1) return null;
  const count = value * n;
  return Math.abs(count - Math.round(count)) < 1e-6 ? Math.round(count) : null;
}

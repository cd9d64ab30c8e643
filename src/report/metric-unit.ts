import type { Unit } from "./format-number.ts";
import type { ScoreSummary } from "./summary.ts";

/**
 * Whether a metric's values are fractions, judged by all of its scores in a task so that every system is written alike. A summary does not
 * say what a metric's best and worst values are, but its ceiling does: it is positive and at most 1 for fractions, 0 for errors and rates
 * where less is better, above 1 for open scales such as CIDEr.
 */
export function metricUnit(scores: Iterable<ScoreSummary | undefined>): Unit {
  for (const score of scores) {
    if (score === undefined) continue;
    if (score.ceiling !== null && score.ceiling <= 0) return "plain";
    if (numbersOf(score).some((number) => Math.abs(number) > 1 + 1e-9)) return "plain";
  }
  return "percent";
}

function numbersOf(score: ScoreSummary): number[] {
  return [score.value, score.low, score.high, score.ceiling, ...score.references.map((line) => line.value), ...(score.bounds ?? [])].filter(
    (number) => number !== null,
  );
}

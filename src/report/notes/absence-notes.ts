import { absent, formatCount } from "../../summary/format-number.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";

/** What of a score says why something is missing. */
type ToldScore = Pick<ScoreSummary, "n" | "hidden" | "value" | "low" | "high" | "interval">;

const shownReasons = 3;

/** Why scores or intervals are missing from a table, each reason once. */
export function absenceNotes(scores: Iterable<ToldScore | null | undefined>): string[] {
  const reasons = new Set([...scores].flatMap(reasonFor));
  const shown = [...reasons].slice(0, shownReasons).map((reason) => `${absent} ${reason}`);
  return reasons.size > shownReasons
    ? [...shown, `${absent} and ${reasons.size - shownReasons} more reasons alike`]
    : shown;
}

/** Why a score is not defined. */
export function noScoreText({ n, hidden }: Pick<ScoreSummary, "n" | "hidden">): string {
  if (n > 0) return "the metric is not defined on these samples";
  if (hidden === undefined) return "no sample counts";
  const samples = hidden === 1 ? "the only sample" : `any of the ${formatCount(hidden)} samples`;
  return `nothing to score in ${samples}, or its truth is hidden`;
}

/** Why a score has no interval; its own text may begin with "none". */
export function noIntervalText({ interval }: Pick<ScoreSummary, "interval">): string {
  return `no interval: ${interval.replace(/^none\b\W*/i, "") || "none was computed"}`;
}

function reasonFor(score: ToldScore | null | undefined): string[] {
  if (!score) return ["no score: the metric was not computed for this system"];
  if (score.value === null) return [`no score: ${noScoreText(score)}`];
  if (score.low === null || score.high === null) return [noIntervalText(score)];
  return [];
}

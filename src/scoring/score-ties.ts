import type { Metric } from "../core/scores/metric.ts";
import type { ScoreSummary } from "../summary/score-summary.ts";

/** Less than what three decimals show is nothing to remark on. */
const noticedTies = 0.001;

/** What the order of ties can make of a score, where it matters. */
export function scoreTies(
  metric: Metric,
  rows: () => Iterable<unknown>,
): Pick<ScoreSummary, "ties"> {
  const ties = metric.kind === "corpus" ? metric.tieRange?.(rows()) : undefined;
  return ties && ties[1] - ties[0] > noticedTies ? { ties } : {};
}

import type { ComparedScore, SystemComparison } from "../../summary/comparison-summary.ts";
import {
  formatDifference,
  formatDifferenceInterval,
  formatProbability,
} from "../../summary/format-number.ts";
import { metricUnit } from "../../summary/metric-unit.ts";

/** What a comparison says by its headline metric, in a sentence or two. */
export function differenceWords(comparison: SystemComparison): string {
  const { system, baseline, headline, metrics } = comparison;
  const score = metrics[headline];
  if (!score) return `${system} and ${baseline} have no score in common.`;
  const found = verdictWords(score, comparison);
  return score.difference === null ? found : `${found} ${figures(score)}`;
}

function verdictWords(
  { verdict, title }: ComparedScore,
  { system, baseline }: SystemComparison,
): string {
  switch (verdict) {
    case "better":
      return `${system} is better than ${baseline} by ${title}.`;
    case "worse":
      return `${system} is worse than ${baseline} by ${title}.`;
    case "unclear":
      return `By ${title}, ${system} and ${baseline} are not shown to differ.`;
    case "same":
      return `By ${title}, no sample scores differently.`;
    case "none":
      return `By ${title}, the difference between ${system} and ${baseline} is not tested.`;
  }
}

function figures(score: ComparedScore): string {
  const { difference, low, high, adjusted, correction } = score;
  const unit = metricUnit(score);
  const points = unit === "percent" ? " points" : "";
  const interval =
    low === null || high === null
      ? ""
      : `, 95 % interval ${formatDifferenceInterval(low, high, unit)}`;
  const p =
    adjusted === null ? "" : `, p ${probability(adjusted)} after correction by ${correction}`;
  return `Difference ${formatDifference(difference, unit)}${points}${interval}${p}.`;
}

function probability(p: number): string {
  const text = formatProbability(p);
  return text.startsWith("<") ? `< ${text.slice(1)}` : `= ${text}`;
}

import type { ComparedScore } from "../../summary/comparison-summary.ts";
import {
  absent,
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatProbability,
  type Unit,
} from "../../summary/format-number.ts";
import { metricUnit } from "../../summary/metric-unit.ts";

export function unitOf(score: ComparedScore): Unit {
  return metricUnit(score);
}

/** The difference, its interval and its p-value. */
export function differenceCells(score: ComparedScore): readonly string[] {
  const { difference, low, high, p } = score;
  const unit = unitOf(score);
  return [
    formatDifference(difference, unit),
    formatDifferenceInterval(low, high, unit),
    formatProbability(p),
  ];
}

export function detectableText(score: ComparedScore): string {
  return formatDifference(score.minimumDetectableEffect, unitOf(score)).replace(/^\+/, "");
}

export function changesText({ changes }: ComparedScore): string {
  return changes ? `${formatCount(changes.wins)}–${formatCount(changes.losses)}` : absent;
}

export function verdictText({ verdict }: ComparedScore): string {
  if (verdict === "none") return absent;
  // "Same" would claim more than that no sample differs here.
  return verdict === "same" ? "none seen" : verdict;
}

import {
  formatCount,
  formatInterval,
  formatProbability,
  formatScore,
} from "../../summary/format-number.ts";
import type { GainSummary, ProbeSummary } from "../../summary/probe-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** What every probe takes away from the headline score of its system; no rows without probes. */
export function gainTable(task: TaskSummary): ReportTable {
  const metric = headlineMetric(task);
  const gains = metric ? (task.gains ?? []) : [];
  const unit = metric?.unit ?? "plain";
  const scores = gains.map((gain) => metric && gain.metrics[metric.id]);
  const missing = scores.flatMap((score) =>
    score && score.low === null ? [score.interval.replace(/^none: /, "")] : [],
  );
  return {
    title: `Gain in ${metric?.title ?? "score"} over probes`,
    columns: [
      leftColumn("system"),
      leftColumn("probe"),
      leftColumn("condition"),
      ...["gain", "95 % interval", "p", "n"].map(rightColumn),
    ],
    rows: gains.map((gain, i) => [
      gain.of,
      gain.probe,
      conditionText(task, gain),
      formatScore(scores[i]?.value, unit),
      formatInterval(scores[i]?.low, scores[i]?.high, unit),
      formatProbability(scores[i]?.pValue),
      formatCount(scores[i]?.n ?? 0),
    ]),
    isGrouped: true,
    notes: [
      `gain: the system's score minus its score under the condition, on the answers that count in both${hasBlind(gains) ? "; under blind it is the video gain" : ""}`,
      ...[...new Set(missing)].map((reason) => `no interval: ${reason}`),
    ],
  };
}

function hasBlind(gains: readonly GainSummary[]): boolean {
  return gains.some(({ condition }) => condition === "blind");
}

function conditionText({ systems }: TaskSummary, { probe, condition }: GainSummary): string {
  const { settings } =
    systems.find(({ id }) => id === probe)?.probe ?? ({} as Partial<ProbeSummary>);
  const told = Object.entries((settings ?? {}) as Readonly<Record<string, unknown>>).map(
    ([name, value]) => `${name} ${String(value)}`,
  );
  return [condition, ...told].join(", ");
}

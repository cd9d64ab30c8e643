import {
  absent,
  formatCount,
  formatInterval,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import type { RepeatedScore } from "../../summary/repeat-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { headlineMetric, otherMetrics } from "../../summary/task-metrics.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** How scores vary between repeats of the same samples; no rows where samples were asked once. */
export function repeatTable(task: TaskSummary): ReportTable {
  const systems = task.systems.filter(({ repeats }) => repeats !== undefined);
  const metrics = [headlineMetric(task), ...otherMetrics(task)].filter(
    (metric) => metric !== undefined,
  );
  // Short, so that a terminal has room for the names of metrics and systems.
  const columns = ["k", "mean", "SD", "range", "pass@k", "all", "vote"];
  return {
    title: "Repeats of the same samples",
    columns: [leftColumn("metric"), leftColumn("system"), ...columns.map(rightColumn)],
    rows: metrics.flatMap(({ id, title, unit }) =>
      systems.map((system) => [title, system.id, ...cells(system, id, unit)]),
    ),
    isGrouped: true,
    notes: [
      "k: how often every sample was asked; mean, SD (standard deviation) and range are of the scores of the repeats; pass@k: the share of samples that at least one repeat gets right, all: that every one does; vote: the score of the answer that most repeats give",
      "counts and scores elsewhere are about all answers together, intervals about samples",
    ],
  };
}

function cells({ repeats }: SystemSummary, id: string, unit: Unit): readonly string[] {
  const score: RepeatedScore | undefined = repeats?.metrics[id];
  return [
    formatCount(repeats?.count),
    formatScore(score?.mean, unit),
    score?.deviation === null || score === undefined ? absent : formatScore(score.deviation, unit),
    formatInterval(score?.lowest, score?.highest, unit),
    formatScore(score?.any, unit),
    formatScore(score?.all, unit),
    formatScore(repeats?.vote?.[id]?.value, unit),
  ];
}

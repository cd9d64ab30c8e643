import { absenceNotes } from "./absence-notes.ts";
import { formatCount, formatInterval, formatScore, type Unit } from "./format-number.ts";
import { hasUnanswered } from "./outcome-totals.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";
import type { ScoreSummary, TaskSummary } from "./summary.ts";
import { headlineMetric, otherMetrics } from "./task-metrics.ts";

/** All metrics beside the headline, a row per system. */
export function metricsTable(task: TaskSummary): ReportTable {
  return {
    title: "Other metrics",
    columns: [leftColumn("metric"), leftColumn("system"), ...scoreColumns.map(rightColumn)],
    rows: otherMetrics(task).flatMap(({ id, title, unit }) =>
      task.systems.map((system) => [title, system.id, ...scoreCells(system.metrics[id], unit)]),
    ),
    isGrouped: true,
    notes: absenceNotes(otherMetrics(task).flatMap(({ id }) => task.systems.map((system) => system.metrics[id]))),
  };
}

/** All metrics under both policies for samples without an answer, for the systems that have some. */
export function policyTable(task: TaskSummary): ReportTable {
  const metrics = [headlineMetric(task), ...otherMetrics(task)].filter((metric) => metric !== undefined);
  const systems = task.systems.filter(hasUnanswered);
  return {
    title: "Scores by how samples without an answer count",
    columns: [
      ...["metric", "system"].map(leftColumn),
      ...["as empty", "95 % interval", "n", "left out", "95 % interval", "n"].map(rightColumn),
    ],
    rows: metrics.flatMap(({ id, title, unit }) =>
      systems.map((system) => {
        const cells = scoreCells(system.metrics[id], unit);
        const others = scoreCells(system.otherPolicy.metrics[id], unit);
        return [title, system.id, ...(system.unanswered === "empty" ? [...cells, ...others] : [...others, ...cells])];
      }),
    ),
    isGrouped: true,
    notes: absenceNotes(metrics.flatMap(({ id }) => systems.flatMap((system) => [system.metrics[id], system.otherPolicy.metrics[id]]))),
  };
}

const scoreColumns = ["score", "95 % interval", "n"];

function scoreCells(score: ScoreSummary | undefined, unit: Unit): string[] {
  return [formatScore(score?.value, unit), formatInterval(score?.low, score?.high, unit), formatCount(score?.n ?? 0)];
}

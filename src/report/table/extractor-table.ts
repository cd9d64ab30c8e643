import { formatCount, formatInterval, formatScore } from "../../summary/format-number.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { absenceNotes } from "../notes/absence-notes.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** The headline score of the same replies as each extractor reads them. */
export function extractorTable(task: TaskSummary): ReportTable {
  const metric = headlineMetric(task);
  const unit = metric?.unit ?? "plain";
  return {
    title: "The same replies read by other extractors",
    columns: [
      leftColumn("system"),
      leftColumn("extractor"),
      ...["score", "95 % interval", "n", "read differently"].map(rightColumn),
    ],
    rows: task.systems.flatMap((system) =>
      system.extractors.map(({ id, isPrimary, metrics, disagreements }) => {
        const score = metric && metrics[metric.id];
        return [
          system.id,
          isPrimary ? `${id} (used)` : id,
          formatScore(score?.value, unit),
          formatInterval(score?.low, score?.high, unit),
          formatCount(score?.n),
          isPrimary ? "" : formatCount(disagreements),
        ];
      }),
    ),
    isGrouped: true,
    notes: absenceNotes(
      task.systems.flatMap((system) =>
        system.extractors.map(({ metrics }) => metric && metrics[metric.id]),
      ),
    ),
  };
}

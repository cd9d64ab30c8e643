import { leftColumn, type ReportTable } from "./report-table.ts";
import type { TaskSummary } from "./summary.ts";

/** What each number is, in full: equal signatures mean comparable numbers. */
export function signatureTable(task: TaskSummary): ReportTable {
  const scores = task.systems.flatMap((system) => Object.values(system.metrics));
  const rows = scores.map(({ title, signature, interval }) => [title, signature, interval]);
  return {
    title: "Signatures of metrics, and how their intervals were made",
    columns: ["metric", "signature", "interval"].map(leftColumn),
    rows: [...new Map(rows.map((row) => [row.join("\n"), row])).values()],
  };
}

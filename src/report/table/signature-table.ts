import { hasUnanswered } from "../../summary/outcome-totals.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { leftColumn, type ReportTable } from "./report-table.ts";

/**
 * What each number is, in full: equal signatures mean comparable numbers. Those that other policies
 * and extractors give have their own.
 */
export function signatureTable(task: TaskSummary): ReportTable {
  const scores = task.systems.flatMap((system) => [
    ...Object.values(system.metrics),
    ...(hasUnanswered(system) ? Object.values(system.otherPolicy.metrics) : []),
    ...system.extractors.flatMap(({ metrics }) => Object.values(metrics)),
  ]);
  const rows = scores.map(({ title, signature, interval }) => [title, signature, interval]);
  return {
    title: "Signatures of metrics, and how their intervals were made",
    columns: ["metric", "signature", "interval"].map(leftColumn),
    rows: [...new Map(rows.map((row) => [row.join("\n"), row])).values()],
  };
}

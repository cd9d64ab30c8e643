import { formatCount } from "../../summary/format-number.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { WarningKind } from "../../summary/warning-summary.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/**
 * What was noticed about media that were shown: a row per kind, with files to look at, and a column
 * of samples per system that saw such files.
 */
export function warningTable(task: TaskSummary): ReportTable {
  const systems = task.systems.filter(({ warnings }) => warnings !== undefined);
  const kinds = new Map<string, WarningKind>();
  for (const { warnings } of systems)
    for (const kind of warnings?.kinds ?? [])
      if (!kinds.has(kind.warning)) kinds.set(kind.warning, kind);
  return {
    title: "Samples shown with warnings about their pictures or videos",
    columns: [
      leftColumn("warning"),
      leftColumn("for instance"),
      ...systems.map(({ id }) => rightColumn(id)),
    ],
    rows: [...kinds.values()].map((kind) => [
      kind.warning,
      kind.examples.map(({ path, sample }) => `${path} (${sample})`).join(", "),
      ...systems.map((system) =>
        formatCount(
          system.warnings?.kinds.find(({ warning }) => warning === kind.warning)?.samples ?? 0,
        ),
      ),
    ]),
  };
}

import { formatCount } from "../../summary/format-number.ts";
import { ownProperty } from "../../summary/own-property.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { errorClasses } from "../notes/system-notes.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** Numbers of samples with mistakes, a row per kind and a column per system that made some. */
export function errorTable(task: TaskSummary): ReportTable {
  const systems = task.systems.filter((system) => errorClasses(system).length > 0);
  const kinds = new Set(systems.flatMap((system) => errorClasses(system).map(([name]) => name)));
  return {
    title: "Samples with mistakes, by kind",
    columns: [leftColumn("kind"), ...systems.map((system) => rightColumn(system.id))],
    rows: [...kinds].map((kind) => [
      kind,
      ...systems.map((system) => formatCount(ownProperty(system.errors, kind) ?? 0)),
    ]),
  };
}

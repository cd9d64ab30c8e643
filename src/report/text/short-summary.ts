import { formatQuantity } from "../../summary/format-number.ts";
import type { Summary, TaskSummary } from "../../summary/summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { mistakesNote, type Note, systemNotes } from "../notes/system-notes.ts";
import { taskNotes } from "../notes/task-notes.ts";
import { analysisTables } from "../table/analysis-tables.ts";
import { differenceTable } from "../table/comparison-tables.ts";
import { gainTable } from "../table/gain-table.ts";
import { definedMetrics } from "../table/metrics-table.ts";
import type { ReportTable } from "../table/report-table.ts";
import { resourceTable, serverTable, timeTable } from "../table/resource-table.ts";
import { scoreTables } from "../table/score-tables.ts";
import { sliceTables } from "../table/slice-tables.ts";
import { targetTable } from "../table/target-table.ts";
import type { TextStyle } from "./text-style.ts";
import {
  headlineLines,
  joinBlocks,
  nameWidth,
  noteTexts,
  type Page,
  runLines,
  systemLines,
  tableLines,
  titleLines,
} from "./text-table.ts";

/**
 * What a terminal shows unless all is asked for: per task the headline table, targets and gains,
 * and what went wrong.
 */
export function shortSummary(summary: Summary, style: TextStyle, width = 80): string {
  const page = { style, width };
  return joinBlocks([
    runLines(summary, page),
    ...summary.tasks.flatMap((task) => taskBlocks(task, page)),
  ]);
}

function taskBlocks(task: TaskSummary, page: Page): string[][] {
  if (task.systems.length === 0) return [[...titleLines(task, page), "no systems"]];
  const metric = headlineMetric(task);
  const troubles = task.systems.flatMap((system) =>
    systemLines(
      {
        name: system.id,
        nameWidth: nameWidth(task),
        notes: [...worstNotes(systemNotes(system, metric)), ...mistakesNote(system)],
      },
      page,
    ),
  );
  return [
    [
      ...titleLines(task, page),
      ...headlineLines(task, page),
      ...noteTexts(taskNotes(task, metric), page),
    ],
    troubles,
    ...shortTables(task).map((table) => tableLines(table, page)),
    noteTexts(moreText(task), page),
  ];
}

/** Tables that are always shown. */
function shortTables(task: TaskSummary): readonly ReportTable[] {
  return [targetTable(task), differenceTable(task), gainTable(task)];
}

const mostNotes = 4;

function worstNotes(notes: readonly Note[]): readonly Note[] {
  const worst = [
    ...notes.filter(({ tone }) => tone === "bad"),
    ...notes.filter(({ tone }) => tone === "caution"),
  ];
  const further = worst.length - mostNotes;
  if (further <= 1) return worst;
  return [...worst.slice(0, mostNotes), { text: `and ${further} more remarks`, tone: "caution" }];
}

/** "More with --all: 24 other metrics, Accuracy by type, …". */
function moreText(task: TaskSummary): string[] {
  const metrics = definedMetrics(task);
  const shown = new Set(shortTables(task).map(({ title }) => title));
  const tables = [
    ...scoreTables(task),
    resourceTable(task),
    timeTable(task),
    serverTable(task),
    ...sliceTables(task),
  ]
    .filter(({ title, rows }) => rows.length > 0 && !shown.has(title) && title !== "Other metrics")
    .map(({ title }) => title.toLowerCase());
  const analyses = analysisTables(task).length;
  const more = [
    ...(metrics.length > 0 ? [formatQuantity(metrics.length, "other metric")] : []),
    ...tables,
    ...(analyses > 0 ? [formatQuantity(analyses, "table")] : []).map(
      (text) => `${text} of analyses`,
    ),
  ];
  return more.length === 0 ? [] : [`more with --all: ${more.join(", ")}`];
}

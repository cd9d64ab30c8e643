import type { Summary, TaskSummary } from "../../summary/summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { type Note, systemNotes } from "../notes/system-notes.ts";
import { sizeText, taskNotes } from "../notes/task-notes.ts";
import { verdict } from "../notes/verdict.ts";
import { analysisTables } from "../table/analysis-tables.ts";
import { headlineTable } from "../table/headline-table.ts";
import { machineTable } from "../table/machine-table.ts";
import type { ReportTable } from "../table/report-table.ts";
import { resourceTable, serverTable, timeTable } from "../table/resource-table.ts";
import { scoreTables } from "../table/score-tables.ts";
import { sliceTables } from "../table/slice-tables.ts";
import { displayWidth, shorten, singleLine } from "./display-width.ts";
import { textColumns } from "./text-columns.ts";
import { markLines, type TextStyle } from "./text-style.ts";
import { wrapText } from "./wrap-text.ts";

/**
 * A run's scores for the terminal: per task the headline table, what must be known to read it, the
 * other metrics and the slices.
 */
export function summaryTable(summary: Summary, style: TextStyle, width = 80): string {
  const page = { style, width };
  return joinBlocks([
    runLines(summary, page),
    ...summary.tasks.flatMap((task) => taskBlocks(task, page)),
    tableLines(machineTable(summary.machine), page),
  ]);
}

/** Blocks of lines with an empty line behind each. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ""]);
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** What lines are drawn for. */
export interface Page {
  readonly style: TextStyle;
  readonly width: number;
}

export function runLines(summary: Summary, { style, width }: Page): string[] {
  const { isComplete, text, selection, shortfall } = verdict(summary);
  const tone = isComplete && shortfall === null ? style.green : style.yellow;
  return [
    ...warningLines(shortfall, { style, width }),
    ...markLines(wrapText(singleLine(summary.name), width), style.bold),
    ...markLines(wrapText(singleLine(text), width), tone),
    ...markLines(wrapText(singleLine(selection ?? ""), width), style.yellow),
  ];
}

/** What must be read before anything else, with a line between. */
export function warningLines(text: string | null, { style, width }: Page): string[] {
  return text === null
    ? []
    : [
        ...markLines(
          wrapText(singleLine(text.charAt(0).toUpperCase() + text.slice(1)), width),
          style.red,
        ),
        "",
      ];
}

function taskBlocks(task: TaskSummary, page: Page): string[][] {
  if (task.systems.length === 0) return [[...titleLines(task, page), "no systems"]];
  const metric = headlineMetric(task);
  return [
    [
      ...titleLines(task, page),
      ...headlineLines(task, page),
      ...noteTexts(taskNotes(task, metric), page),
    ],
    task.systems.flatMap((system) =>
      systemLines(
        { name: system.id, nameWidth: nameWidth(task), notes: systemNotes(system, metric) },
        page,
      ),
    ),
    ...[...scoreTables(task), resourceTable(task), timeTable(task), serverTable(task)].map(
      (table) => tableLines(table, page),
    ),
    ...[...sliceTables(task), ...analysisTables(task)].map((table) => tableLines(table, page)),
  ];
}

export function titleLines(task: TaskSummary, { style, width }: Page): string[] {
  const rest = ` · ${singleLine(task.family)} · ${singleLine(headlineTable(task).title)}`;
  const id = shorten(singleLine(task.id), Math.max(16, width - displayWidth(rest)));
  return [...markLines(wrapText(id + rest, width), style.bold), ...wrapText(sizeText(task), width)];
}

export function headlineLines(task: TaskSummary, { style, width }: Page): string[] {
  const paint = (
    cell: string,
    { row, column }: { readonly row: number; readonly column: number },
  ) => {
    if (column === scoreColumn) return style.bold(cell);
    const share =
      column === coverageColumn
        ? task.systems[row]?.coverage
        : column === answeredColumn
          ? task.systems[row]?.answered
          : 1;
    return (share ?? 0) < 1 ? style.yellow(cell) : cell;
  };
  return textColumns(headlineTable(task), { style, width, paint });
}

const scoreColumn = 1;
const coverageColumn = 4;
const answeredColumn = 5;
const widestName = 20;

export function nameWidth(task: TaskSummary): number {
  return Math.min(
    widestName,
    Math.max(...task.systems.map((system) => displayWidth(singleLine(system.id)))),
  );
}

interface SystemLines {
  readonly name: string;
  readonly nameWidth: number;
  readonly notes: readonly Note[];
}

/** A system's name and beside it its notes, wrapped under each other. */
export function systemLines(
  { name, nameWidth, notes }: SystemLines,
  { style, width }: Page,
): string[] {
  const marks = { plain: (text: string) => text, caution: style.yellow, bad: style.red };
  const shown = shorten(singleLine(name), nameWidth);
  const lines = notes.flatMap((note) =>
    markLines(wrapText(singleLine(note.text), width - nameWidth - 2), marks[note.tone]),
  );
  const blank = " ".repeat(nameWidth);
  return lines.map(
    (line, at) => `${at === 0 ? shown + blank.slice(displayWidth(shown)) : blank}  ${line}`,
  );
}

/** A table with its title and notes, one string per line; none where it has no rows. */
export function tableLines(table: ReportTable, { style, width }: Page): string[] {
  if (table.rows.length === 0) return [];
  return [
    style.bold(shorten(singleLine(table.title), width)),
    ...textColumns(table, { style, width }),
    ...noteTexts(table.notes ?? [], { style, width }),
  ];
}

export function noteTexts(notes: readonly string[], { style, width }: Page): string[] {
  return notes.flatMap((note) => markLines(wrapText(singleLine(note), width), style.dim));
}

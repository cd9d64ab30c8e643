import type { MatrixSummary, MatrixSystem, MatrixTask } from "../../summary/matrix-summary.ts";
import { matrixVerdict, readingNote } from "../notes/matrix-verdict.ts";
import {
  metricRows,
  otherMetricRows,
  settingsTable,
  sortedSystems,
  systemsNotes,
} from "../table/matrix-tables.ts";
import type { ReportTable } from "../table/report-table.ts";
import { singleLine } from "./display-width.ts";
import { fitColumns } from "./fit-columns.ts";
import { markLines, type TextStyle } from "./text-style.ts";
import { type Page, tableLines, warningLines } from "./text-table.ts";
import { wrapText } from "./wrap-text.ts";

const narrow = 105;

/**
 * A matrix for the terminal: its rows, and of every system the headline and the other metrics
 * beside the first row.
 */
export function matrixText(matrix: MatrixSummary, style: TextStyle, width = 80): string {
  const page = { style, width };
  const { text, selection, shortfall } = matrixVerdict(matrix);
  const head = [
    ...warningLines(shortfall, page),
    ...markLines(wrapText(singleLine(matrix.name), width), style.bold),
    ...markLines(
      wrapText(text, width),
      matrix.complete && shortfall === null ? style.green : style.yellow,
    ),
    ...markLines(wrapText(selection ?? "", width), style.yellow),
  ];
  const blocks = [
    head,
    tableLines(settingsTable(matrix), page),
    ...matrix.tasks.flatMap((task) => taskBlocks(matrix, task, page)),
    markLines(wrapText(readingNote(matrix), width), style.dim),
  ];
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ""]);
  return lines.map((line) => line.trimEnd()).join("\n");
}

function taskBlocks(matrix: MatrixSummary, task: MatrixTask, page: Page): string[][] {
  const systems = sortedSystems(task);
  return [
    ...systems.compared.flatMap((system) => systemBlocks(matrix, { task, system, page })),
    systemsNotes(systems).flatMap((note) =>
      markLines(wrapText(`${task.id}: ${note}`, page.width), page.style.dim),
    ),
  ];
}

interface Shown {
  readonly task: MatrixTask;
  readonly system: MatrixSystem;
  readonly page: Page;
}

function systemBlocks(matrix: MatrixSummary, { task, system, page }: Shown): string[][] {
  const headline = system.metrics.find(({ id }) => id === system.headline);
  const title = `${task.id} · ${system.id} · `;
  const table = headline && metricRows(matrix, headline, { isBrief: page.width < narrow });
  const others = otherMetricRows(matrix, system);
  return [
    table ? tableLines({ ...table, title: `${title}${table.title}` }, page) : [],
    otherLines({ ...others, title: `${title}${others.title.toLowerCase()}` }, page),
  ];
}

/** A column for every row of the matrix: told one below the other, nobody could compare them. */
function otherLines(table: ReportTable, page: Page): string[] {
  if (table.rows.length === 0 || fitColumns(table, page.width)) return tableLines(table, page);
  return markLines(
    wrapText(
      `${table.title}: too wide for ${page.width} columns, see matrix.html or matrix.md`,
      page.width,
    ),
    page.style.dim,
  );
}

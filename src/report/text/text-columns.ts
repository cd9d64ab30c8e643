import type { ReportColumn, ReportTable } from "../table/report-table.ts";
import { bracketParts } from "./bracket-parts.ts";
import { displayWidth, shorten, singleLine } from "./display-width.ts";
import { type ColumnLayout, fitColumns } from "./fit-columns.ts";
import { stackedRows } from "./stacked-rows.ts";
import type { TextColumnsOptions } from "./text-style.ts";
import { wrapText } from "./wrap-text.ts";

/**
 * A table in aligned columns between thin rules, one string per line. Where it would be too wide,
 * titles and names are broken or shortened, but no figure is cut: what does not fit in columns is
 * told row by row.
 */
export function textColumns(table: ReportTable, options: TextColumnsOptions): string[] {
  const shown = { ...table, rows: table.rows.map((row) => row.map(singleLine)) };
  const layout = fitColumns(shown, options.width);
  return layout ? ruledColumns(shown, layout, options) : stackedRows(shown, options);
}

function ruledColumns(
  table: ReportTable,
  { widths, gap }: ColumnLayout,
  { style, paint = (cell) => cell }: TextColumnsOptions,
): string[] {
  const { columns, rows, isWrapped, isGrouped } = table;
  const rule = style.dim(
    "─".repeat(widths.reduce((sum, each) => sum + each, gap.length * (columns.length - 1))),
  );
  const line = (cells: readonly string[], painted: (cell: string, column: number) => string) =>
    cells.map((cell, at) => painted(alignCell(cell, columns[at], widths[at] ?? 0), at)).join(gap);
  const shown = isGrouped ? groupRows(rows, widths[0] ?? 0) : rows;
  const body = shown.flatMap((cells, row) =>
    (isWrapped ? wrapRow(cells, columns, widths) : [cells]).map((part) =>
      line(part, (cell, column) => paint(cell, { row, column })),
    ),
  );
  return [
    rule,
    ...titleRows(columns, widths).map((titles) =>
      line(titles, (title) => (title.trim() === "" ? title : style.bold(title))),
    ),
    rule,
    ...body,
    rule,
  ];
}

/** Titles that do not fit begin in lines above. */
function titleRows(columns: readonly ReportColumn[], widths: readonly number[]): string[][] {
  const parts = columns.map(({ title }, at) => wrapText(title, widths[at] ?? 0));
  const height = Math.max(1, ...parts.map((part) => part.length));
  return Array.from({ length: height }, (_, line) =>
    parts.map((part) => part[line - height + part.length] ?? ""),
  );
}

/** The lines of one row: cells that do not fit go on in the next. */
function wrapRow(
  cells: readonly string[],
  columns: readonly ReportColumn[],
  widths: readonly number[],
): string[][] {
  const parts = cells.map((cell, at) => {
    const width = widths[at] ?? 0;
    if (displayWidth(cell) <= width) return [cell];
    return columns[at]?.align === "left" ? wrapText(cell, width) : bracketParts(cell);
  });
  const height = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: height }, (_, line) => parts.map((part) => part[line] ?? ""));
}

function alignCell(cell: string, column: ReportColumn | undefined, width: number): string {
  const text = shorten(cell, width);
  const blanks = " ".repeat(Math.max(0, width - displayWidth(text)));
  return column?.align === "right" ? blanks + text : text + blanks;
}

/**
 * Tells the first cell once per group of rows, wrapped downwards where it is too long for its
 * column.
 */
function groupRows(rows: readonly (readonly string[])[], width: number): string[][] {
  const groups = Object.values(Object.groupBy(rows, (row) => `group ${row[0]}`));
  return groups.flatMap((group = []) => {
    const names = wrapText(group[0]?.[0] ?? "", width);
    const height = Math.max(group.length, names.length);
    return Array.from({ length: height }, (_, at) => [
      names[at] ?? "",
      ...(group[at]?.slice(1) ?? []),
    ]);
  });
}

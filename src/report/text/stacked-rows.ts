import type { ReportTable } from "../table/report-table.ts";
import { displayWidth, shorten } from "./display-width.ts";
import type { TextColumnsOptions } from "./text-style.ts";
import { wrapText } from "./wrap-text.ts";

const gap = "  ";

/**
 * A table that is too wide for columns: of each row a line for every cell, after the title of its
 * column; empty cells are left out.
 */
export function stackedRows(
  { columns, rows }: ReportTable,
  { style, width, paint = (cell) => cell }: TextColumnsOptions,
): string[] {
  const widestTitle = columns.reduce((most, { title }) => Math.max(most, displayWidth(title)), 0);
  const titleWidth = Math.min(widestTitle, Math.floor(width / 2) - gap.length);
  const rule = style.dim("─".repeat(width));
  const cellLines = (cell: string, at: { readonly row: number; readonly column: number }) =>
    wrapText(cell, width - titleWidth - gap.length).map((part, line) => {
      const title = line === 0 ? shorten(columns[at.column]?.title ?? "", titleWidth) : "";
      return `${style.bold(title)}${" ".repeat(titleWidth - displayWidth(title))}${gap}${paint(part, at)}`;
    });
  return [
    rule,
    ...rows.flatMap((cells, row) => [
      ...cells.flatMap((cell, column) => cellLines(cell, { row, column })),
      rule,
    ]),
  ];
}

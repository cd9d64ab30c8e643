import { displayWidth, shorten, singleLine } from "./display-width.ts";
import type { ReportColumn, ReportTable } from "./report-table.ts";
import type { TextStyle } from "./text-style.ts";
import { wrapText } from "./wrap-text.ts";

export interface TextColumnsOptions {
  readonly style: TextStyle;
  /** Most columns of the terminal that a line may take. */
  readonly width: number;
  /** Marks a cell after it was padded. */
  readonly paint?: (cell: string, at: { readonly row: number; readonly column: number }) => string;
}

/** A table in aligned columns between thin rules, one string per line. Names are shortened where it would be too wide. */
export function textColumns(table: ReportTable, { style, width, paint = (cell) => cell }: TextColumnsOptions): string[] {
  const rows = table.rows.map((row) => row.map(singleLine));
  const titles = table.columns.map((column) => column.title);
  const natural = titles.map((title, at) => Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[at] ?? ""))));
  const widths = fitWidths(natural, table.columns, width - gap.length * (titles.length - 1));
  const rule = style.dim("─".repeat(widths.reduce((sum, each) => sum + each, gap.length * (titles.length - 1))));
  const line = (cells: readonly string[], painted: (cell: string, column: number) => string) =>
    cells.map((cell, at) => painted(alignCell(cell, table.columns[at], widths[at] ?? 0), at)).join(gap);
  const body = (table.isGrouped ? groupRows(rows, widths[0] ?? 0) : rows).map((cells, row) =>
    line(cells, (cell, column) => paint(cell, { row, column })),
  );
  return [rule, line(titles, (title) => style.bold(title)), rule, ...body, rule];
}

const gap = "  ";
const narrowestName = 8;
const narrowestCell = 4;

/** Takes what is too much from the widest names first, then from any column. */
function fitWidths(natural: readonly number[], columns: readonly ReportColumn[], available: number): number[] {
  const widths = [...natural];
  const shrink = (at: readonly number[], least: number) => {
    while (widths.reduce((sum, each) => sum + each, 0) > available) {
      const widest = at.reduce((best, each) => (widths[each]! > widths[best]! ? each : best), at[0] ?? 0);
      if (at.length === 0 || widths[widest]! <= least) return;
      widths[widest]!--;
    }
  };
  const all = [...columns.keys()];
  shrink(
    all.filter((at) => columns[at]?.align === "left"),
    narrowestName,
  );
  shrink(all, narrowestCell);
  return widths;
}

function alignCell(cell: string, column: ReportColumn | undefined, width: number): string {
  const text = shorten(cell, width);
  const blanks = " ".repeat(Math.max(0, width - displayWidth(text)));
  return column?.align === "right" ? blanks + text : text + blanks;
}

/** Tells the first cell once per group of rows, wrapped downwards where it is too long for its column. */
function groupRows(rows: readonly (readonly string[])[], width: number): string[][] {
  const groups = Object.values(Object.groupBy(rows, (row) => `group ${row[0]}`));
  return groups.flatMap((group = []) => {
    const names = wrapText(group[0]?.[0] ?? "", width);
    const height = Math.max(group.length, names.length);
    return Array.from({ length: height }, (_, at) => [names[at] ?? "", ...(group[at]?.slice(1) ?? [])]);
  });
}

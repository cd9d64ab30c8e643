import { bracketParts } from "./bracket-parts.ts";
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

/** A table in aligned columns between thin rules, one string per line. Where it would be too wide, names are wrapped or shortened. */
export function textColumns(table: ReportTable, { style, width, paint = (cell) => cell }: TextColumnsOptions): string[] {
  const rows = table.rows.map((row) => row.map(singleLine));
  const titles = table.columns.map((column) => column.title);
  const natural = titles.map((title, at) => Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[at] ?? ""))));
  const available = width - gap.length * (titles.length - 1);
  const widths = fitWidths(table.isWrapped ? brokenWidths({ ...table, rows }, natural, available) : natural, table.columns, available);
  const rule = style.dim("─".repeat(widths.reduce((sum, each) => sum + each, gap.length * (titles.length - 1))));
  const line = (cells: readonly string[], painted: (cell: string, column: number) => string) =>
    cells.map((cell, at) => painted(alignCell(cell, table.columns[at], widths[at] ?? 0), at)).join(gap);
  const shown = table.isGrouped ? groupRows(rows, widths[0] ?? 0) : rows;
  const body = shown.flatMap((cells, row) =>
    (table.isWrapped ? wrapRow(cells, table.columns, widths) : [cells]).map((part) =>
      line(part, (cell, column) => paint(cell, { row, column })),
    ),
  );
  return [rule, line(titles, (title) => style.bold(title)), rule, ...body, rule];
}

const gap = "  ";
const narrowestName = 8;
const narrowestCell = 4;

/** Columns of figures as wide as their longest part, where the whole does not fit. */
function brokenWidths({ columns, rows }: ReportTable, natural: readonly number[], available: number): readonly number[] {
  if (natural.reduce((sum, each) => sum + each, 0) <= available) return natural;
  return columns.map(({ title, align }, at) => {
    if (align === "left") return natural[at]!;
    const parts = rows.flatMap((row) => bracketParts(row[at] ?? ""));
    return Math.max(displayWidth(title), ...parts.map(displayWidth));
  });
}

/** The lines of one row: cells that do not fit go on in the next. */
function wrapRow(cells: readonly string[], columns: readonly ReportColumn[], widths: readonly number[]): string[][] {
  const parts = cells.map((cell, at) => {
    const width = widths[at] ?? 0;
    if (displayWidth(cell) <= width) return [cell];
    return columns[at]?.align === "left" ? wrapText(cell, width) : bracketParts(cell);
  });
  const height = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: height }, (_, line) => parts.map((part) => part[line] ?? ""));
}

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

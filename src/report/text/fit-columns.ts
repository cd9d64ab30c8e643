import type { ReportTable } from "../table/report-table.ts";
import { bracketParts } from "./bracket-parts.ts";
import { displayWidth, shorten } from "./display-width.ts";

/** Where the columns of a table stand. */
export interface ColumnLayout {
  readonly widths: readonly number[];
  /** Blanks between columns. */
  readonly gap: string;
}

const narrowestName = 8;
const longestTitleWord = 12;

/**
 * Columns in which no figure is cut; `undefined` where the table is too wide for that. What costs a
 * reader least is done first: titles are broken at their spaces, figures before their brackets
 * where the table may be wrapped, then names become narrower, then gaps do, then long words of
 * titles are broken, and only at last names become so narrow that some look alike.
 */
export function fitColumns(table: ReportTable, width: number): ColumnLayout | undefined {
  const narrowest = table.columns.map(() => narrowestName);
  for (const names of [distinctWidths(table), narrowest])
    for (const longestWord of [Number.POSITIVE_INFINITY, longestTitleWord])
      for (const gap of ["  ", " "]) {
        const available = width - gap.length * (table.columns.length - 1);
        const widths = widthsWithin(table, { available, longestWord, names });
        if (total(widths) <= available) return { widths, gap };
      }
  return undefined;
}

/** How wide columns must be for names that are cut in their middle to stay apart. */
function distinctWidths({ columns, rows, isWrapped, isGrouped }: ReportTable): readonly number[] {
  return columns.map(({ align }, at) => {
    const isCut = align === "left" && !isWrapped && !(isGrouped && at === 0);
    const names = [...new Set(rows.map((row) => row[at] ?? ""))];
    const most = isCut ? widest(names) : narrowestName;
    for (let width = narrowestName; width < most; width++)
      if (new Set(names.map((name) => shorten(name, width))).size === names.length) return width;
    return most;
  });
}

interface Room {
  readonly available: number;
  /** Words of titles that are longer may be broken. */
  readonly longestWord: number;
  /** How narrow the names of each column may become. */
  readonly names: readonly number[];
}

function widthsWithin(
  table: ReportTable,
  { available, longestWord, names }: Room,
): readonly number[] {
  const cells = cellWidths(table, (cell) => [cell]);
  const titles = table.columns.map(({ title }) => title);
  const words = titles.map((title) => Math.min(longestWord, widest(title.split(" "))));
  const natural = titles.map((title, at) => Math.max(displayWidth(title), cells[at]!));
  const isName = table.columns.map(({ align }) => align === "left");
  const withTitles = shrunk(
    natural,
    natural.map((_, at) => Math.max(words[at]!, cells[at]!)),
    available,
  );
  if (total(withTitles) <= available) return withTitles;
  const parts = table.isWrapped ? cellWidths(table, bracketParts) : cells;
  const withFigures = withTitles.map((whole, at) =>
    isName[at] ? whole : Math.max(words[at]!, parts[at]!),
  );
  return shrunk(
    withFigures,
    withFigures.map((whole, at) =>
      isName[at] ? Math.min(whole, Math.max(names[at]!, words[at]!)) : whole,
    ),
    available,
  );
}

function cellWidths(
  { columns, rows }: ReportTable,
  split: (cell: string) => readonly string[],
): readonly number[] {
  return columns.map((_, at) =>
    rows.reduce((most, row) => Math.max(most, widest(split(row[at] ?? ""))), 0),
  );
}

/**
 * Takes what is too much from the widest column first, and from none more than its floor allows.
 */
function shrunk(
  natural: readonly number[],
  floors: readonly number[],
  available: number,
): readonly number[] {
  const widths = [...natural];
  while (total(widths) > available) {
    const loose = [...widths.keys()].filter((at) => widths[at]! > floors[at]!);
    if (loose.length === 0) break;
    widths[loose.reduce((best, at) => (widths[at]! > widths[best]! ? at : best))]!--;
  }
  return widths;
}

function widest(parts: readonly string[]): number {
  return parts.reduce((most, part) => Math.max(most, displayWidth(part)), 0);
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0);
}

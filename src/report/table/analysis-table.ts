import type { Table } from "../../core/scores/analysis.ts";
import {
  absent,
  formatInterval,
  formatNumber,
  formatPercent,
} from "../../summary/format-number.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/**
 * A family's table as text cells; columns with numbers are aligned to the right, but for the first,
 * which names the rows.
 */
export function analysisTable(title: string, table: Table): ReportTable {
  const { columns, rows, fractions = [], notes = [], absent: meaning = "not defined" } = table;
  const decimals = columns.map((_, at) => decimalsOf(rows.map((row) => row[at])));
  const limits = limitColumns(table);
  const hidden = new Set([...limits.values()].flat());
  const shown = [...columns.keys()].filter((at) => !hidden.has(at));
  const isFraction = (at: number) => fractions.includes(columns[at] ?? "");
  return {
    title,
    columns: shown.map((at) =>
      at > 0 && isNumeric(rows.map((row) => row[at]))
        ? rightColumn(columns[at]!)
        : leftColumn(columns[at]!),
    ),
    rows: rows.map((row) =>
      shown.map((at) => {
        const text = cellText(row[at] ?? null, isFraction(at), decimals[at]!);
        const [low, high] = (limits.get(at) ?? []).map((place) => row[place]);
        return typeof low === "number" && typeof high === "number"
          ? `${text} (${formatInterval(low, high, isFraction(at) ? "percent" : "plain")})`
          : text;
      }),
    ),
    ...(limits.size > 0 ? { isWrapped: true } : {}),
    notes: [
      ...notes,
      ...(rows.some((row) => shown.some((at) => row[at] === null)) ? [`${absent} ${meaning}`] : []),
    ],
  };
}

/** Where the ends of a column's intervals stand, by the place of the column. */
function limitColumns({ columns, intervals = [] }: Table): ReadonlyMap<number, readonly number[]> {
  return new Map(
    intervals.map(([figure, ...ends]) => [
      columns.indexOf(figure),
      ends.map((end) => columns.indexOf(end)),
    ]),
  );
}

function cellText(cell: string | number | null, isFraction: boolean, decimals: number): string {
  if (cell === null) return absent;
  if (typeof cell === "string") return cell;
  return isFraction ? formatPercent(cell) : formatNumber(cell, decimals);
}

/**
 * As many for all numbers of a column as its largest asks for, and no more than tell all of them.
 */
function decimalsOf(cells: readonly (string | number | null | undefined)[]): number {
  const numbers = cells.filter(
    (cell): cell is number => typeof cell === "number" && Number.isFinite(cell),
  );
  const largest = Math.max(0, ...numbers.map(Math.abs));
  const most = largest < 1 ? 4 : largest < 10 ? 3 : largest < 1000 ? 2 : 1;
  const enough = [0, 1, 2, 3].find((decimals) =>
    numbers.every((value) => Number(value.toFixed(decimals)) === value),
  );
  return Math.min(enough ?? most, most);
}

/** Also where no number is defined. */
function isNumeric(cells: readonly (string | number | null | undefined)[]): boolean {
  return (
    cells.some((cell) => typeof cell === "number") ||
    (cells.length > 0 && cells.every((cell) => cell === null))
  );
}

import type { Table } from "../../core/scores/analysis.ts";
import { absent, formatNumber, formatPercent } from "../../summary/format-number.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/**
 * A family's table as text cells; columns with numbers are aligned to the right, but for the first,
 * which names the rows.
 */
export function analysisTable(
  title: string,
  { columns, rows, fractions = [], notes = [], absent: meaning = "not defined" }: Table,
): ReportTable {
  const decimals = columns.map((_, at) => decimalsOf(rows.map((row) => row[at])));
  return {
    title,
    columns: columns.map((name, at) =>
      at > 0 && isNumeric(rows.map((row) => row[at])) ? rightColumn(name) : leftColumn(name),
    ),
    rows: rows.map((row) =>
      row.map((cell, at) => cellText(cell, fractions.includes(columns[at] ?? ""), decimals[at]!)),
    ),
    notes: [...notes, ...(rows.some((row) => row.includes(null)) ? [`${absent} ${meaning}`] : [])],
  };
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

import type { Table } from "../core/analysis.ts";
import { absent, formatNumber, formatPercent } from "./format-number.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** A family's table as text cells; columns with numbers are aligned to the right, but for the first, which names the rows. */
export function analysisTable(title: string, { columns, rows, fractions = [] }: Table): ReportTable {
  return {
    title,
    columns: columns.map((name, at) => (at > 0 && rows.some((row) => typeof row[at] === "number") ? rightColumn(name) : leftColumn(name))),
    rows: rows.map((row) => row.map((cell, at) => cellText(cell, fractions.includes(columns[at] ?? "")))),
    notes: rows.some((row) => row.includes(null)) ? [`${absent} not defined`] : [],
  };
}

function cellText(cell: string | number | null, isFraction: boolean): string {
  if (cell === null) return absent;
  if (typeof cell === "string") return cell;
  return isFraction ? formatPercent(cell) : formatNumber(cell);
}

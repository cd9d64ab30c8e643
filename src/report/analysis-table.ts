import type { Table } from "../core/analysis.ts";
import { absent, formatNumber } from "./format-number.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** A family's table as text cells; columns with numbers are aligned to the right, but for the first, which names the rows. */
export function analysisTable(title: string, { columns, rows }: Table): ReportTable {
  return {
    title,
    columns: columns.map((name, at) => (at > 0 && rows.some((row) => typeof row[at] === "number") ? rightColumn(name) : leftColumn(name))),
    rows: rows.map((row) => row.map(cellText)),
    notes: rows.some((row) => row.includes(null)) ? [`${absent} not defined`] : [],
  };
}

function cellText(cell: string | number | null): string {
  if (cell === null) return absent;
  return typeof cell === "number" ? formatNumber(cell) : cell;
}

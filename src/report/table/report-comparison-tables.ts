import { absent, formatNumber } from "../../summary/format-number.ts";
import type { ReportComparison } from "../../summary/reports/report-comparison.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** The figures of reports and their differences from the first, then settings that differ. */
export function reportComparisonTables({
  sources,
  figures,
  settings,
}: ReportComparison): readonly ReportTable[] {
  const [first, ...others] = sources;
  return [
    {
      title: "Figures",
      columns: [
        leftColumn("figure"),
        rightColumn(first!),
        ...others.flatMap((source) => [
          rightColumn(source),
          rightColumn("difference"),
          rightColumn("relative"),
        ]),
      ],
      rows: figures.map(({ name, values: [base = null, ...values] }) => [
        name,
        formatNumber(base),
        ...values.flatMap((value) => [formatNumber(value), ...differenceCells(base, value)]),
      ]),
    },
    {
      title: "Other differences",
      columns: [leftColumn("setting"), ...sources.map(leftColumn)],
      rows: settings.map(({ name, values }) => [
        name,
        ...values.map((value) => (value === null ? absent : String(value))),
      ]),
    },
  ];
}

function differenceCells(base: number | null, value: number | null): readonly string[] {
  if (base === null || value === null) return [absent, absent];
  const difference = value - base;
  const relative =
    base === 0
      ? absent
      : `${signed((100 * difference) / Math.abs(base), (one) => one.toFixed(1))}%`;
  return [signed(difference, formatNumber), relative];
}

function signed(value: number, format: (size: number) => string): string {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return `${sign}${format(Math.abs(value))}`;
}

import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { markdownTable, plainMarkdown } from "../../../report/markdown/markdown-table.ts";
import { reportComparisonTables } from "../../../report/table/report-comparison-tables.ts";
import {
  compareReports,
  type ReadReport,
  type ReportComparison,
} from "../../../summary/reports/report-comparison.ts";
import { textRows } from "../../terminal/text-rows.ts";
import type { Flags } from "../command.ts";

/** Sources as reports: JSON objects with figures, read without data; `undefined` if they are not. */
export function readReports(
  sources: readonly string[],
  { family, data }: Flags,
): readonly ReadReport[] | undefined {
  if (family !== undefined || data !== undefined || sources.length < 2) return undefined;
  const reports = sources.map((source) => ({ source, content: reportIn(source) }));
  return reports.every((report): report is ReadReport => report.content !== undefined)
    ? reports
    : undefined;
}

function reportIn(path: string): Readonly<Record<string, unknown>> | undefined {
  if (extname(path).toLowerCase() !== ".json") return undefined;
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    const isReport = isRecord(content) && Object.values(content).some(holdsFigures);
    return isReport ? content : undefined;
  } catch {
    // Not there, or not a report: the usual messages name it.
    return undefined;
  }
}

function holdsFigures(block: unknown): boolean {
  return isRecord(block) && Object.values(block).some((value) => typeof value === "number");
}

/** Prints a comparison of reports, and writes it as Markdown where `--markdown` says. */
export function writeReportComparison(reports: readonly ReadReport[], flags: Flags): void {
  const { markdown, html, csv } = flags as { markdown?: string; html?: string; csv?: string };
  if (html !== undefined || csv !== undefined)
    throw new UserError(
      "reports are compared as Markdown or JSON",
      "vidimus compare old.json new.json --output comparison.md",
    );
  const comparison = compareReports(reports);
  if (markdown !== undefined) writeAtomically(resolve(markdown), markdownOf(comparison));
  process.stdout.write(
    flags.json === true ? `${JSON.stringify(comparison)}\n` : textOf(comparison),
  );
}

function tablesOf(comparison: ReportComparison) {
  return reportComparisonTables(comparison).filter(({ rows }) => rows.length > 0);
}

function textOf(comparison: ReportComparison): string {
  const tables = tablesOf(comparison).map(({ title, columns, rows }) => {
    const header = columns.map((column) => column.title);
    return `${title}\n${textRows(header, rows)}`;
  });
  return [...tables, comparison.notes.map((note) => `note: ${note}\n`).join("")].join("\n");
}

function markdownOf(comparison: ReportComparison): string {
  const blocks = [
    "# Comparison",
    comparison.notes.map((note) => `- ${plainMarkdown(note)}`).join("\n"),
    ...tablesOf(comparison).flatMap((table) => [`## ${table.title}`, markdownTable(table)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

import type { ReportTable } from "../table/report-table.ts";
import { singleLine } from "../text/display-width.ts";

/** A table as GitHub draws it. */
export function markdownTable({ columns, rows }: ReportTable): string {
  const rule = columns.map((column) => (column.align === "right" ? "---:" : "---"));
  return [
    columns.map((column) => plainMarkdown(column.title)),
    rule,
    ...rows.map((row) => row.map(plainMarkdown)),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/**
 * Text that Markdown shows as it is: nothing in a name becomes markup, a link, a mention or a new
 * cell.
 */
export function plainMarkdown(text: string): string {
  return singleLine(text)
    .replace(/[\\`*_[\]<>|~]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("@", "&#64;");
}

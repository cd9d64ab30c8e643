/** Summaries as text, Markdown, HTML and CSV: `vidimus/report`. */
export { csvLine } from "./report/csv.ts";
export { type ReportFacts, reportHtml } from "./report/html.ts";
export { summaryMarkdown } from "./report/markdown.ts";
export type { TextStyle } from "./report/text-style.ts";
export { summaryTable } from "./report/text-table.ts";
export * from "./summary-index.ts";

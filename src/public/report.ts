/** Summaries as text, Markdown, HTML and CSV: `vidimus/report`. */

export { type ReportFacts, reportHtml } from "../report/html/html.ts";
export { summaryMarkdown } from "../report/markdown/markdown.ts";
export { csvLine } from "../report/text/csv.ts";
export type { TextStyle } from "../report/text/text-style.ts";
export { summaryTable } from "../report/text/text-table.ts";
export * from "./summary.ts";

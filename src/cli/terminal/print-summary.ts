import { shortSummary } from "../../report/text/short-summary.ts";
import { summaryTable } from "../../report/text/text-table.ts";
import type { Summary } from "../../summary/summary.ts";
import { terminalStyle } from "./terminal-style.ts";
import { pageWidth } from "./terminal-width.ts";

/**
 * Puts a summary on standard output: tables for people, all of them or the most important, one JSON
 * document for programs.
 */
export function printSummary(
  summary: Summary,
  {
    json,
    all,
    directory,
  }: { readonly json: boolean; readonly all: boolean; readonly directory?: string | undefined },
): void {
  if (json)
    process.stdout.write(
      `${JSON.stringify({ ...summary, ...(directory ? { directory } : {}) })}\n`,
    );
  else
    process.stdout.write((all ? summaryTable : shortSummary)(summary, terminalStyle, pageWidth()));
}

import { relative } from "node:path";
import type { Summary } from "../report/summary.ts";
import { summaryTable } from "../report/text-table.ts";
import { terminalStyle } from "./terminal-style.ts";
import { pageWidth } from "./terminal-width.ts";

/** Puts a summary on standard output: tables for people, one JSON document for programs. */
export function printSummary(
  summary: Summary,
  { json, directory }: { readonly json: boolean; readonly directory?: string | undefined },
): void {
  if (json) process.stdout.write(`${JSON.stringify({ ...summary, ...(directory ? { directory } : {}) })}\n`);
  else process.stdout.write(summaryTable(summary, terminalStyle, pageWidth()));
}

/** A path as a person would type it from here. */
export function shortPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near === "" ? "." : near.startsWith("../../..") ? path : near;
}

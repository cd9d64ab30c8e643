import type { GateDocument } from "../../summary/gate-summary.ts";
import { gateTable, gateTitle } from "../table/gate-table.ts";
import { markdownTable, plainMarkdown } from "./markdown-table.ts";

/** A gate as GitHub Markdown: for the summary of a step, or a comment. */
export function gateMarkdown(document: GateDocument): string {
  const table = gateTable(document);
  const blocks = [
    `## ${plainMarkdown(gateTitle(document))}`,
    markdownTable(table),
    [...(table.notes ?? []), ...document.notes]
      .map((note) => `- ${plainMarkdown(note)}`)
      .join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

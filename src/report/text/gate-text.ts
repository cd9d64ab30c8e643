import type { GateDocument } from "../../summary/gate-summary.ts";
import { gateTable, gateTitle } from "../table/gate-table.ts";
import { singleLine } from "./display-width.ts";
import { markLines } from "./text-style.ts";
import { joinBlocks, type Page, tableLines } from "./text-table.ts";
import { wrapText } from "./wrap-text.ts";

/** A gate for the terminal. */
export function gateText(document: GateDocument, page: Page): string {
  const { style, width } = page;
  const tone = { passed: style.green, failed: style.red, undecided: style.yellow };
  return joinBlocks([
    markLines(wrapText(singleLine(gateTitle(document)), width), tone[document.state]),
    tableLines(gateTable(document), page),
    document.notes.flatMap((note) => wrapText(singleLine(note), width)),
  ]);
}

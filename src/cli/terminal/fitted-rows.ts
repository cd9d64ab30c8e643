import { displayWidth, singleLine } from "../../report/text/display-width.ts";
import { wrapText } from "../../report/text/wrap-text.ts";
import { terminalWidth } from "./terminal-width.ts";
import { textRows } from "./text-rows.ts";

const gap = 2;
const least = 12;

/**
 * A table no wider than `width`: the widest columns are narrowed and their cells go on in the next
 * line. Without a width, as wide as needed.
 */
export function fittedRows(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): string {
  const widths = header.map((title, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? "")), title.length),
  );
  if (width === undefined) return textRows(header, rows);
  while (total(widths) > width) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= least) break;
    const next = Math.max(least, ...widths.filter((_, column) => column !== widest));
    widths[widest] = Math.max(
      least,
      Math.min(widths[widest]! - 1, Math.max(next, widths[widest]! - (total(widths) - width))),
    );
  }
  const lines = rows.flatMap((row) => {
    const cells = header.map((_, column) =>
      wrapText(singleLine(row[column] ?? ""), widths[column]!),
    );
    const height = Math.max(1, ...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) => cells.map((cell) => cell[line] ?? ""));
  });
  return textRows(header, lines);
}

/** The same, as wide as the terminal is. */
export function terminalRows(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return fittedRows(header, rows, terminalWidth());
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

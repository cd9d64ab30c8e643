import { textRows } from "./text-rows.ts";

const gap = 2;
const least = 12;

/** A table no wider than `width`: the widest columns are narrowed and their cells go on in the next line. Without a width, as wide as needed. */
export function fittedRows(header: readonly string[], rows: readonly (readonly string[])[], width: number | undefined): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)));
  if (width === undefined) return textRows(header, rows);
  while (total(widths) > width) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= least) break;
    const next = Math.max(least, ...widths.filter((_, column) => column !== widest));
    widths[widest] = Math.max(least, Math.min(widths[widest]! - 1, Math.max(next, widths[widest]! - (total(widths) - width))));
  }
  const lines = rows.flatMap((row) => {
    const cells = header.map((_, column) => wrapped(row[column] ?? "", widths[column]!));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) => cells.map((cell) => cell[line] ?? ""));
  });
  return textRows(header, lines);
}

/** The same, as wide as the terminal is. */
export function terminalRows(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return fittedRows(header, rows, terminalWidth());
}

/** How wide the terminal is; `undefined` where output goes elsewhere. `COLUMNS` counts where it is set. */
export function terminalWidth(): number | undefined {
  const asked = Number(process.env.COLUMNS);
  if (Number.isInteger(asked) && asked > 0) return asked;
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** Lines of at most so many characters, broken after spaces, commas, bars and hyphens, or anywhere where there are none. */
function wrapped(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=[\s,|/:-])/)) {
    if ((line + word).trimEnd().length > width && line !== "") {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
    for (; line.trimEnd().length > width; line = line.slice(width)) lines.push(line.slice(0, width));
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

import { displayWidth, singleLine } from "../../report/text/display-width.ts";

/** A plain table: columns as wide as their content, numbers to the right. */
export function textRows(header: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(singleLine));
  const isNumber = header.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^[\d.,–%\s-]*$/.test(row[column] ?? "")),
  );
  const widths = header.map((title, column) =>
    rows.reduce((width, row) => Math.max(width, displayWidth(row[column] ?? "")), title.length),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const blank = " ".repeat(widths[column]! - displayWidth(cell));
        return isNumber[column] ? blank + cell : cell + blank;
      })
      .join("  ")
      .trimEnd();
  return `${[line(header), line(widths.map((width) => "─".repeat(width))), ...rows.map(line)].join("\n")}\n`;
}

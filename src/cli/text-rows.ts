/** A plain table: columns as wide as their content, numbers to the right. */
export function textRows(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = header.map((_, column) => rows.length > 0 && rows.every((row) => /^[\d.,–%\s-]*$/.test(row[column] ?? "")));
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join("  ")
      .trimEnd();
  return `${[line(header), line(widths.map((width) => "─".repeat(width))), ...rows.map(line)].join("\n")}\n`;
}

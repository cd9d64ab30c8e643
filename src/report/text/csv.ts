/**
 * One line of a CSV file after RFC 4180, ended by "\n". What is absent (`null`, `undefined`, NaN)
 * is an empty field. A lone empty field is quoted, because readers skip blank lines.
 */
export function csvLine(fields: readonly (string | number | boolean | null | undefined)[]): string {
  const line = fields.map(csvField).join(",");
  return `${line === "" && fields.length === 1 ? '""' : line}\n`;
}

/** Outside of the function, which would make it anew for every field. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

function csvField(field: string | number | boolean | null | undefined): string {
  if (field === null || field === undefined || Number.isNaN(field)) return "";
  const text = String(field);
  if (typeof field !== "string") return text;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

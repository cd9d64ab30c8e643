import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import { openSingleFile } from "../../../datasets/open-single-file.ts";

/** One row of a table with its place, for messages. */
export interface TableRow {
  readonly cells: Readonly<Record<string, unknown>>;
  /** `file:line`. */
  readonly place: string;
}

/** The rows of a CSV, TSV, JSON or JSONL file. */
export async function tableRows(path: string): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of (await openSingleFile(path)).rows()) {
    for (const { line, value } of batch) {
      const place = `${path}:${line}`;
      if (!isRecord(value))
        throw new UserError(
          `${place}: expected a record with named columns, got ${JSON.stringify(value)}`,
        );
      rows.push({ cells: value, place });
    }
  }
  if (rows.length === 0)
    throw new UserError(
      `${path}: holds no rows`,
      "the first line names the columns, every further line is a row",
    );
  return rows;
}

/** A cell as text; `null` where it is blank. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value).trim();
  return text === "" ? null : text;
}

/** Throws unless these columns are in some row: a row of JSON may leave out what is blank. */
export function requireColumns(
  rows: readonly TableRow[],
  columns: readonly string[],
  path: string,
): void {
  const missing = columns.filter((column) => !hasColumn(rows, column));
  if (missing.length > 0)
    throw new UserError(
      `${path}: has no column ${missing.map((name) => `"${name}"`).join(" and ")}`,
      `columns here: ${[...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))].join(", ")}`,
    );
}

function hasColumn(rows: readonly TableRow[], column: string): boolean {
  return rows.some(({ cells }) => Object.hasOwn(cells, column));
}

/** What rows that belong together share: the column `group`, or `video`. */
export function tableGroups(rows: readonly TableRow[]): readonly string[] | undefined {
  const column = ["group", "video"].find((name) => hasColumn(rows, name));
  if (column === undefined) return undefined;
  return rows.map(({ cells, place }) => {
    const group = cellText(cells[column]);
    if (group === null)
      throw new UserError(
        `${place}: the column ${column} is blank`,
        "name the group of every row, or leave the column out",
      );
    return group;
  });
}

/** A list, also one that is written as JSON in a cell of text; `undefined` where it is none. */
export function jsonList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** How many rows are blank in a column, and what comes of them; nothing where none is. */
export function blankNotes(
  rows: readonly TableRow[],
  column: string,
  consequence: string,
): readonly string[] {
  const blank = rows.filter(
    ({ cells }) => !Array.isArray(cells[column]) && cellText(cells[column]) === null,
  ).length;
  return blank === 0 ? [] : [`${blank} of ${rows.length} rows have no ${column}: ${consequence}`];
}

/** Several texts in one cell: a JSON list, or parts between separators; none where it is blank. */
export function cellTexts(value: unknown, separator: string): readonly string[] {
  const parts =
    jsonList(value)?.map(cellText) ?? cellText(value)?.split(separator).map(cellText) ?? [];
  return parts.filter((part) => part !== null);
}

/**
 * Several numbers in one cell: a JSON list, or numbers between spaces; `null` where it is blank.
 */
export function cellNumbers(value: unknown, place: string): readonly number[] | null {
  const text = cellText(value);
  const parts: readonly unknown[] | undefined = jsonList(value) ?? text?.split(/\s+/);
  if (parts === undefined) return null;
  return parts.map((part) => {
    const number = typeof part === "string" ? Number(part) : part;
    if (typeof number !== "number" || !Number.isFinite(number))
      throw new UserError(`${place}: expected a number, got ${JSON.stringify(part)}`);
    return number;
  });
}

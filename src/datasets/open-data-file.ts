import { existsSync, readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import type { DataFile, Row } from "../core/data-file.ts";
import { UserError } from "../core/user-error.ts";
import { jsonLines } from "./json-lines.ts";
import { separatedValues } from "./separated-values.ts";

/** The kinds of files that can be read, by the end of their name. */
const readers: Readonly<Record<string, (path: string) => DataFile>> = {
  ".json": jsonFile,
  ".jsonl": (path) => rowsFile(path, () => jsonLines(path)),
  ".ndjson": (path) => rowsFile(path, () => jsonLines(path)),
  ".csv": (path) => rowsFile(path, () => separatedValues(path, ",")),
  ".tsv": (path) => rowsFile(path, () => separatedValues(path, "\t")),
};

/** Opens a data file by its name; nothing is read yet, but a file that is not there or cannot be read is told at once. */
export function openDataFile(path: string): DataFile {
  if (!existsSync(path)) throw new UserError(`no such file: ${path}`);
  if (!statSync(path).isFile()) throw new UserError(`not a file: ${path}`);
  const reader = readers[extname(path).toLowerCase()];
  if (!reader)
    throw new UserError(
      `${path}: files ending in "${extname(path)}" cannot be read`,
      `endings known here: ${Object.keys(readers).join(", ")}`,
    );
  return reader(path);
}

function rowsFile(path: string, rows: () => AsyncIterable<readonly Row[]>): DataFile {
  return {
    path,
    rows,
    async document() {
      const values: unknown[] = [];
      for await (const batch of rows()) for (const { value } of batch) values.push(value);
      return values;
    },
    async head() {
      for await (const [first] of rows()) return first?.value;
      return undefined;
    },
  };
}

function jsonFile(path: string): DataFile {
  let content: { readonly value: unknown } | undefined;
  const load = () => {
    content ??= { value: parseDocument(path) };
    return content.value;
  };
  return {
    path,
    async *rows() {
      const value = load();
      if (!Array.isArray(value)) throw new UserError(`${path}: holds ${describe(value)} where a list of records is expected`);
      yield value.map((element: unknown, i) => ({ line: i + 1, value: element }));
    },
    async document() {
      return load();
    },
    async head() {
      const value = load();
      return Array.isArray(value) ? (value[0] as unknown) : value;
    },
  };
}

function parseDocument(path: string): unknown {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path}: not JSON: ${(error as Error).message}`);
  }
}

function describe(value: unknown): string {
  return value === null ? "null" : typeof value === "object" ? "one object" : `a ${typeof value}`;
}

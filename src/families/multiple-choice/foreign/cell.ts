import type { Metadata } from "../schema.ts";
import { parsePythonList } from "./python-list.ts";

export type Row = Readonly<Record<string, unknown>>;

/**
 * Identifiers and counts come as texts, numbers or 64-bit integers, depending on the reader of the
 * file; `null` where there is none.
 */
export function cell(value: unknown): string | number | null {
  if (typeof value === "bigint") return String(value);
  return (typeof value === "string" && value !== "") ||
    (typeof value === "number" && Number.isFinite(value))
    ? value
    : null;
}

/** A cell as text; `undefined` where there is none. */
export function textCell(value: unknown): string | undefined {
  const found = cell(value);
  return found === null ? undefined : String(found);
}

/**
 * The named columns as metadata: cells as they are, lists and records as JSON, `null` where there
 * is nothing.
 */
export function metadataOf(row: Row, columns: readonly string[]): Metadata {
  return Object.fromEntries(columns.map((column) => [column, metadataValue(row[column])]));
}

function metadataValue(value: unknown): Metadata[string] {
  if (typeof value === "boolean") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : cell(value);
}

/**
 * A list of texts as tables hold it: as a list, as JSON, or as Python prints it; `undefined` where
 * it is none.
 */
export function textList(value: unknown): readonly string[] | undefined {
  const list = typeof value === "string" ? (jsonList(value) ?? parsePythonList(value)) : value;
  return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
}

function jsonList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

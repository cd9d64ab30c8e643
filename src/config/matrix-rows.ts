import { isRecord } from "../core/json.ts";
import type { FieldPath } from "./field-path.ts";

/** A row of a matrix as it is written. */
export interface WrittenRow {
  readonly name: string;
  readonly settings: readonly WrittenSetting[];
}

interface WrittenSetting {
  /** As `--set` takes it. */
  readonly target: string;
  readonly value: unknown;
  /** Where it stands in the configuration. */
  readonly at: FieldPath;
}

/**
 * The rows of a matrix that passed its schema, axes multiplied out: the last axis changes fastest.
 */
export function matrixRows(matrix: unknown): readonly WrittenRow[] {
  if (Array.isArray(matrix)) return matrix.map((row, at) => writtenRow(row as ListedRow, at));
  return isRecord(matrix) && isRecord(matrix.axes)
    ? productRows(matrix.axes as Readonly<Record<string, readonly unknown[]>>)
    : [];
}

interface ListedRow {
  readonly name: string;
  readonly set?: Readonly<Record<string, unknown>>;
}

function writtenRow({ name, set = {} }: ListedRow, row: number): WrittenRow {
  return {
    name,
    settings: Object.entries(set).map(([target, value]) => ({
      target,
      value,
      at: ["matrix", row, "set", target],
    })),
  };
}

function productRows(axes: Readonly<Record<string, readonly unknown[]>>): readonly WrittenRow[] {
  let combinations: readonly (readonly WrittenSetting[])[] = [[]];
  for (const [target, values] of Object.entries(axes)) {
    const choices = values.map(
      (value, at): WrittenSetting => ({ target, value, at: ["matrix", "axes", target, at] }),
    );
    combinations = combinations.flatMap((before) => choices.map((choice) => [...before, choice]));
  }
  const taken = new Set<string>();
  return combinations.map((settings) => ({
    name: freeName(settings.map(settingName).join("_") || "only", taken),
    settings,
  }));
}

/**
 * The name, with a number behind it where it is taken; some file systems do not tell upper case
 * from lower.
 */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}.${number}`;
  taken.add(free.toLowerCase());
  return free;
}

const longestValue = 24;

/** `rerank-true`: the last key and the value, as far as both can stand in the name of a folder. */
function settingName({ target, value }: WrittenSetting): string {
  const key = target.split(/[.[\]"']+/).findLast((part) => part !== "") ?? target;
  const text = Array.isArray(value)
    ? value.map(String).join("+")
    : isRecord(value)
      ? JSON.stringify(value)
      : String(value);
  const plain = (part: string) => part.replace(/[^A-Za-z0-9.+]+/g, "-").replaceAll("+", "-");
  return (
    `${plain(key)}-${plain(text).slice(0, longestValue)}`.replace(/^[.-]+|[.-]+$/g, "") || "row"
  );
}

import type { ArrayRef, NumberArray } from "./array-ref.ts";

/** A number that nothing can be learnt from or scored by, and where it stands. */
export interface UnusableNumber {
  readonly value: number;
  /** File, array, row and column, the last two counted from 0. */
  readonly place: string;
}

/** Index of the first number that is not finite. */
export function firstUnusable(values: NumberArray["values"]): number | undefined {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * 0;
  return sum === 0 ? undefined : values.findIndex((value) => !Number.isFinite(value));
}

/** The first number of an array that is not finite, named by its place in the file. */
export function unusableNumber(
  { path, name, rows, columns }: ArrayRef,
  { shape, values }: NumberArray,
): UnusableNumber | undefined {
  const at = firstUnusable(values);
  if (at === undefined) return undefined;
  const width = shape.slice(1).reduce((product, size) => product * size, 1);
  const row = (rows?.[0] ?? 0) + Math.floor(at / width);
  const array = name === undefined ? "" : ` array "${name}",`;
  return {
    value: values[at]!,
    place: `${path}:${array} row ${row}, column ${columnAt(at % width, columns)}`,
  };
}

/** The column of the file that a number of a row was read from. */
function columnAt(at: number, columns: ArrayRef["columns"]): number {
  let passed = 0;
  for (const [from, to] of columns ?? []) {
    if (at < passed + to - from) return from + at - passed;
    passed += to - from;
  }
  return at;
}

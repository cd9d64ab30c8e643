/** A value that survives JSON unchanged. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * JSON text that does not depend on the order in which keys were written, so that equal values have
 * equal digests. Members that are `undefined` are left out, as `JSON.stringify` does; a number that
 * JSON cannot hold (NaN, Infinity) is a `RangeError`, never `null`.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/**
 * The value with all keys in order: itself where they are, so that only what is out of order is
 * copied (a million samples are digested).
 */
function inOrder(value: unknown): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError(`${value} has no JSON form`);
    return value;
  }
  if (typeof value !== "object") throw new TypeError(`a ${typeof value} has no JSON form`);
  return Array.isArray(value)
    ? listInOrder(value)
    : recordInOrder(value as Readonly<Record<string, unknown>>);
}

function listInOrder(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const own = list[i];
    const ordered = own === undefined ? null : inOrder(own);
    if (ordered !== own) copy ??= list.slice();
    if (copy) copy[i] = ordered;
  }
  return copy ?? list;
}

function recordInOrder(
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(record);
  let isInOrder = true;
  for (let i = 1; i < keys.length && isInOrder; i++) isInOrder = keys[i - 1]! < keys[i]!;
  if (!isInOrder) keys.sort();
  let copy: Record<string, unknown> | undefined = isInOrder ? undefined : Object.create(null);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const own = record[key];
    const ordered = own === undefined ? undefined : inOrder(own);
    if (ordered !== own && !copy) {
      copy = Object.create(null) as Record<string, unknown>;
      for (let before = 0; before < i; before++) copy[keys[before]!] = record[keys[before]!];
    }
    if (copy) copy[key] = ordered;
  }
  return copy ?? record;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * No data has so many levels of lists and records inside each other; what has would overflow the
 * stack of what walks through it.
 */
export const mostLevels = 500;

/**
 * How many keys the records of a parsed value have together; `undefined` where it has more than
 * `mostLevels`.
 */
export function countKeys(value: unknown): number | undefined {
  let count = 0;
  let level = isObject(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels) return undefined;
    const next: object[] = [];
    for (const object of level) {
      if (Array.isArray(object)) {
        for (const member of object) if (isObject(member)) next.push(member);
        continue;
      }
      // In place: values would have to be copied out first.
      for (const key in object) {
        count++;
        const member = (object as Record<string, unknown>)[key];
        if (isObject(member)) next.push(member);
      }
    }
    level = next;
  }
  return count;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

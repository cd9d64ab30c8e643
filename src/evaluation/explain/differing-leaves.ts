import { isRecord } from "../../core/json.ts";
import type { BothSides } from "../../summary/explanation.ts";

/** Every place at which two values of JSON differ, with what stands there on both sides. */
export function differingLeaves(a: unknown, b: unknown, where = ""): readonly BothSides[] {
  if (isNested(a) && isNested(b) && Array.isArray(a) === Array.isArray(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) => differingLeaves(at(a, key), at(b, key), joined(where, key)));
  }
  const [left, right] = [leafText(a), leafText(b)];
  return left === right ? [] : [{ where, ...aroundDifference(left, right) }];
}

function isNested(value: unknown): value is object {
  return isRecord(value) || Array.isArray(value);
}

function at(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function joined(where: string, key: string): string {
  return where === "" ? key : `${where}.${key}`;
}

function leafText(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

const mostBefore = 30;
const mostShown = 140;

/** Of long texts, the part around the first place where they differ. */
export function aroundDifference(
  a: string | null,
  b: string | null,
): { readonly a: string | null; readonly b: string | null } {
  if (a === null || b === null) return { a: cut(a, 0), b: cut(b, 0) };
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const isLong = Math.max(a.length, b.length) > mostShown;
  const from = isLong ? Math.max(0, same - mostBefore) : 0;
  return { a: cut(a, from), b: cut(b, from) };
}

function cut(text: string | null, from: number): string | null {
  if (text === null) return null;
  const end = from + mostShown;
  return `${from > 0 ? "…" : ""}${text.slice(from, end)}${text.length > end ? "…" : ""}`;
}

import { afterEach, describe, expect, it, vi } from "vitest";
import type { PackedColumn } from "./evidence-column.ts";
import { rowReader } from "./row-reader.ts";

const names = ["correct", "__proto__", 'a"b', "constructor", "\u2028 line"];
const columns: readonly PackedColumn[] = [
  { codes: Uint8Array.of(1, 0), values: [0, null] },
  { codes: Uint8Array.of(0, 1), values: ["x", "y"] },
  { codes: Float64Array.of(0.5, -3), values: undefined },
  { codes: Uint32Array.of(2, 2), values: [1, 2, true] },
  { codes: Uint8Array.of(0, 0), values: [""] },
];
const rows = [
  ["correct", null],
  ["__proto__", "x"],
  ['a"b', 0.5],
  ["constructor", true],
  ["\u2028 line", ""],
];

afterEach(() => void vi.unstubAllGlobals());

/** A page whose policy forbids compiling; returns how often it was tried all the same. */
function forbidCompiling(): () => number {
  let tries = 0;
  class Forbidden {
    constructor() {
      tries++;
      throw new EvalError("unsafe-eval is not allowed");
    }
  }
  vi.stubGlobal("Function", Forbidden);
  return () => tries;
}

describe("rowReader", () => {
  it("puts rows together under any names", () => {
    const read = rowReader(names, columns);
    expect(Object.entries(read(0))).toEqual(rows);
    expect(read(1)).toMatchObject({ correct: 0, 'a"b': -3 });
    expect(Object.getPrototypeOf(read(0))).toBe(Object.prototype);
  });

  it("does the same where nothing may be compiled", () => {
    const tries = forbidCompiling();
    const read = rowReader(names, columns);
    expect(tries()).toBe(1);
    expect(Object.entries(read(0))).toEqual(rows);
    expect(read(1)).toMatchObject({ correct: 0, 'a"b': -3 });
    expect(Object.getPrototypeOf(read(0))).toBe(Object.prototype);
  });

  it("reads rows without any members", () => {
    expect(rowReader([], [])(7)).toEqual({});
  });
});

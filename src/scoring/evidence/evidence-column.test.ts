import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EvidenceColumn, type Primitive } from "./evidence-column.ts";

function packed(values: readonly Primitive[]) {
  const column = new EvidenceColumn();
  for (const value of values) column.push(value);
  return column.packed();
}

function unpacked(values: readonly Primitive[]): Primitive[] {
  const { codes, values: table } = packed(values);
  return Array.from(codes, (code) => (table ? table[code]! : code));
}

const counted = (length: number, one: (at: number) => Primitive) =>
  Array.from({ length }, (_, at) => one(at));

/**
 * A stretch of a column: what kind of values it has and how many. Several in a row lead through
 * every way of storing them.
 */
const stretch = fc
  .tuple(fc.constantFrom("numbers", "texts", "few", "odd"), fc.nat(600), fc.nat(3))
  .map(([kind, length, start]): Primitive[] => {
    if (kind === "numbers") return counted(length, (at) => at / 4 + start);
    if (kind === "texts") return counted(length, (at) => String(at + start));
    if (kind === "few") return counted(length, (at) => at % 3);
    return counted(Math.min(length, 4), (at) => [null, true, "", 2 ** 53][(at + start) % 4]!);
  });

describe("EvidenceColumn", () => {
  it("gives back what went in, whatever the mix", () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 5 }), (stretches) => {
        const values = stretches.flat();
        expect(unpacked(values)).toEqual(values);
      }),
    );
  });

  it.each([
    ["nothing", []],
    ["values that look alike", [1, "1", true, "true", null, "null", 0, false, ""]],
    ["exactly 256 texts", counted(256, String)],
    ["257 texts", counted(257, String)],
    ["257 numbers", counted(257, (at) => at + 0.5)],
    ["numbers that no integer array holds", counted(300, (at) => -(2 ** 40) - at / 3)],
    ["many numbers and then something else", [...counted(300, (at) => at), null, "x", 4, 299, 1e9]],
    ["something else and then many numbers", [null, ...counted(300, (at) => at), 5]],
  ] as const)("keeps %s", (_, values) => expect(unpacked(values)).toEqual(values));

  it("takes one byte for each of few values, eight for each of many numbers, four for anything else", () => {
    expect(packed(counted(5_000, (at) => at % 256)).codes).toBeInstanceOf(Uint8Array);
    expect(packed(counted(5_000, (at) => at)).codes).toBeInstanceOf(Float64Array);
    expect(packed(counted(5_000, String)).codes).toBeInstanceOf(Uint32Array);
    expect(packed([...counted(5_000, (at) => at), null]).codes).toBeInstanceOf(Uint32Array);
  });
});

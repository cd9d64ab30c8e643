import { describe, expect, it } from "vitest";
import { textAt } from "../../summary/browse/column-file.ts";
import { noCode } from "../../summary/browse/run-index.ts";
import { GrowingField, GrowingTexts } from "./growing-columns.ts";

function textsOf(texts: GrowingTexts, order?: Uint32Array): readonly string[] {
  const { t: bytes, "t ends": ends } = texts.columns("t", order);
  const column = { bytes: bytes as Uint8Array, ends: ends as Uint32Array };
  return Array.from(column.ends, (_, row) => textAt(column, row));
}

describe("GrowingTexts", () => {
  it("puts texts into one line each, cut between characters", () => {
    const texts = new GrowingTexts(5);
    for (const text of ["a\n\n b", undefined, "  x ", "123456", "1234𝒳"]) texts.push(text);
    expect(textsOf(texts)).toEqual(["a b", "", "x", "12345…", "1234…"]);
  });

  it("grows, and gives another order", () => {
    const texts = new GrowingTexts(200_000);
    const long = "ä".repeat(50_000);
    for (const text of ["b", long, "a"]) texts.push(text);
    expect(textsOf(texts, Uint32Array.of(2, 0, 1))).toEqual(["a", "b", long]);
  });
});

describe("GrowingField", () => {
  it("gives codes in the natural order of values, and none to samples without one", () => {
    const field = new GrowingField("step", { isSlice: true, most: 3 });
    for (const [row, value] of [
      [0, "10"],
      [2, "9"],
      [3, "10"],
    ] as const)
      field.set(row, value);
    const { values, codes } = field.finish(5);
    expect(values).toEqual(["9", "10"]);
    expect([...codes]).toEqual([1, noCode.field, 0, 1, noCode.field]);
  });

  it("is given up where it has too many values", () => {
    const field = new GrowingField("name", { isSlice: false, most: 2 });
    for (const [row, value] of ["a", "b", "c"].entries()) field.set(row, value);
    expect(field.isTooFine).toBe(true);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choiceLetter, letterIndex } from "./choice-letter.ts";

describe("choiceLetter", () => {
  it.each([
    [0, "A"],
    [25, "Z"],
    [26, "AA"],
    [27, "AB"],
    [51, "AZ"],
    [52, "BA"],
    [701, "ZZ"],
    [702, "AAA"],
    [999, "ALL"],
  ] as const)("names choice %i %s", (index, letters) => {
    expect(choiceLetter(index)).toBe(letters);
  });

  it("is undone by letterIndex", () => {
    fc.assert(
      fc.property(fc.nat(50_000), (index) => {
        expect(letterIndex(choiceLetter(index), index + 1)).toBe(index);
      }),
    );
  });
});

describe("letterIndex", () => {
  it.each([
    ["b", 2, 1],
    ["B", 1, undefined],
    ["AA", 26, undefined],
    ["AA", 27, 26],
    ["aa", 100, undefined],
    ["Aa", 100, undefined],
    ["", 100, undefined],
    ["É", 500, undefined],
    ["A1", 500, undefined],
  ] as const)("reads %j of %i choices as %j", (letters, count, expected) => {
    expect(letterIndex(letters, count)).toBe(expected);
  });
});

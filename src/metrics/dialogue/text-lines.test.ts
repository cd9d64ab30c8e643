import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf, textLines } from "./text-lines.ts";

describe("textLines", () => {
  it.each([
    [[], ""],
    [[""], ""],
    [["", ""], "\n"],
    [["a b", "c"], "a b\nc"],
    [["<!-- a\nb -->", "c"], "<!-- a\tb -->\nc"],
  ])("%j", (texts, lines) => expect(textLines(texts)).toBe(lines));

  it("has a line for every text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t", "é"), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        expect(linesOf(textLines(texts), texts.length)).toEqual(texts.map((one) => one.replaceAll("\n", "\t")));
      }),
    );
  });
});

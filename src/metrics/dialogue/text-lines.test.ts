import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineEnd, textLines } from "./text-lines.ts";

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
        const lines = textLines(texts);
        let start = 0;
        for (const one of texts) {
          const end = lineEnd(lines, start);
          expect(lines.slice(start, end)).toBe(one.replaceAll("\n", "\t"));
          start = end + 1;
        }
        expect(start).toBe(lines.length + 1);
      }),
    );
  });
});

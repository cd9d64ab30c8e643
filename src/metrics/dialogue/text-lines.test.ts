import fc from "fast-check";
import { expect, it } from "vitest";
import { inOneLine, linesOf } from "./text-lines.ts";

it("texts in one line each are read back as they were, with tabs for line breaks", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t", "é"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const lines = texts.map(inOneLine).join("\n");
      expect(linesOf(lines, texts.length)).toEqual(texts.map((one) => one.replaceAll("\n", "\t")));
    }),
  );
});

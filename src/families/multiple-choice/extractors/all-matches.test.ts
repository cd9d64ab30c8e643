import fc from "fast-check";
import { expect, it } from "vitest";
import { allMatches } from "./all-matches.ts";

it.each([/a/g, /a*/g, /(?=b)|😀?/gu, /^(?<line>.*)$/gm, /(a)|(b)/gi, /\b/g])(
  "finds what matchAll finds, again and again: %s",
  (pattern) => {
    const text = fc.string({ unit: fc.constantFrom("a", "B", " ", "\n", "😀"), maxLength: 12 });
    fc.assert(
      fc.property(text, (searched) => {
        expect(allMatches(pattern, searched)).toEqual([...searched.matchAll(pattern)]);
      }),
    );
  },
);

it("starts at the beginning, wherever a search that broke off has left the pattern", () => {
  const pattern = /a/g;
  pattern.lastIndex = 2;
  expect(allMatches(pattern, "aaa")).toHaveLength(3);
});

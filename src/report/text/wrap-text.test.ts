import fc from "fast-check";
import { expect, it } from "vitest";
import { displayWidth } from "./display-width.ts";
import { wrapText } from "./wrap-text.ts";

it("breaks at spaces", () => {
  expect(wrapText("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(wrapText("one two", 7)).toEqual(["one two"]);
  expect(wrapText("", 5)).toEqual([]);
});

it("breaks words that are too long", () => {
  const lines = wrapText(`see ${"x".repeat(25)} 模型模型模型`, 10);
  expect(lines.join("").replaceAll(" ", "")).toBe(`see${"x".repeat(25)}模型模型模型`);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(10);
});

it.each([
  ["Chance-corrected", 13, ["Chance-", "corrected"]],
  ["a/b/c/d", 4, ["a/b/", "c/d"]],
  ["one,two|three", 5, ["one,", "two|", "three"]],
  ["-".repeat(7), 3, ["---", "---", "-"]],
])("breaks %s after its signs", (word, width, expected) =>
  expect(wrapText(word, width)).toEqual(expected),
);

it("loses nothing, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(wrapText(text, width).join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
  );
});

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

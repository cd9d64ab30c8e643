import { expect, it } from "vitest";
import { inWords, nameLines, shortExpression, wrapWords } from "./label-lines.ts";
import { stepsInOrder } from "./steps-in-order.ts";
import { domainOf, logTicks } from "./value-axis.ts";

it.each([
  ["short", ["short"]],
  ["Qwen3-VL-235B-A22B", ["Qwen3-VL-", "235B-A22B"]],
  ["clips · Accuracy", ["clips", "Accuracy"]],
  ["a_name/with-many-parts-of-it", ["a_name/", "with-…of-it"]],
  ["oneverylongwordwithoutanything", ["oneverylong", "wordw…thing"]],
])("a name has at most two lines: %s", (name, lines) => {
  expect(nameLines(name, 11)).toEqual(lines);
});

it("writes signs that the font lacks in words", () => {
  expect(inWords("tIoU ≥ 0.5 − κ")).toBe("tIoU at least 0.5 − κ");
});

it("breaks lines between words, and leaves long ones whole", () => {
  expect(wrapWords("a title of incomprehensible length", 10)).toEqual([
    "a title of",
    "incomprehensible",
    "length",
  ]);
});

it("shortens only names that are too long, whatever signs they have", () => {
  expect(shortExpression(["a", 'b"c'], 5)).toBe("datum.label");
  expect(shortExpression(['ab"cdefg'], 5)).toBe(
    '{"ab\\"cdefg":"ab…fg"}[datum.label] || datum.label',
  );
});

it.each([
  [
    ["level 10", "level 2"],
    ["level 2", "level 10"],
  ],
  [
    ["8", "0.5"],
    ["0.5", "8"],
  ],
  [["up to 3 min", "3 to 10 min"], undefined],
  [["a", "b"], undefined],
  [["level 1"], undefined],
])("steps have an order by one number: %j", (names, steps) => {
  expect(stepsInOrder(names)).toEqual(steps);
});

it.each([
  [[0.4, 0.6], "whole", "percent", [0, 1]],
  [[-0.4, 0.6], "whole", "percent", [-0.4, 1]],
  [[3, 7], "whole", "plain", [0, 7]],
  [[3, 7, null, Number.NaN], "data", "plain", [3, 7]],
  [[5], "data", "plain", [4.5, 5.5]],
  [[0], "whole", "plain", [0, 1]],
  [[0], "data", "plain", [0, 1]],
  [[], "data", "percent", [0, 1]],
] as const)("an axis has room for %j (%s, %s)", (values, extent, unit, domain) => {
  expect(domainOf({ values, extent, unit })).toEqual(domain);
});

it.each([
  [
    [0.06, 3.4],
    [0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  ],
  [
    [1, 1],
    [1, 2],
  ],
  [
    [0.0001, 900],
    [0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000],
  ],
])("a logarithmic axis has round numbers around %j", (values, ticks) => {
  expect(logTicks(values)).toEqual(ticks);
});

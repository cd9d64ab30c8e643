import { expect, test } from "vitest";
import { normalQuantile } from "./normal-quantile.ts";
import { studentQuantile } from "./student-quantile.ts";

test.each([
  { p: 0.5, degrees: 3, expected: 0 },
  { p: 0, degrees: 3, expected: Number.NEGATIVE_INFINITY },
  { p: 1, degrees: 3, expected: Number.POSITIVE_INFINITY },
  { p: 0.75, degrees: 1, expected: 1 },
  { p: 0.25, degrees: 1, expected: -1 },
  { p: 0.975, degrees: 9, expected: 2.2621571627982053 },
])("t($p) with $degrees degrees of freedom is $expected", ({ p, degrees, expected }) => {
  expect(studentQuantile(p, degrees)).toBeCloseTo(expected, 12);
});

test("nears the normal quantile from above", () => {
  expect(studentQuantile(0.975, 1e9)).toBeGreaterThan(normalQuantile(0.975));
  expect(studentQuantile(0.975, 1e9)).toBeCloseTo(normalQuantile(0.975), 8);
});

test.each([
  [0.5, 0],
  [0.5, Number.POSITIVE_INFINITY],
  [2, 5],
])("refuses p = %d with %d degrees of freedom", (p, degrees) => {
  expect(() => studentQuantile(p, degrees)).toThrow(RangeError);
});

import { expect, test } from "vitest";
import { normalProbability } from "./normal-probability.ts";
import { normalQuantile } from "./normal-quantile.ts";

test.each([
  { p: 0, expected: Number.NEGATIVE_INFINITY },
  { p: 1, expected: Number.POSITIVE_INFINITY },
  { p: 0.5, expected: 0 },
  { p: 0.975, expected: 1.959963984540054 },
  { p: 0.025, expected: -1.959963984540054 },
])("of $p is $expected", ({ p, expected }) => {
  expect(normalQuantile(p)).toBeCloseTo(expected, 14);
});

test.each([1e-300, 1e-20, 1e-5, 0.07, 0.08, 0.3, 0.5, 0.9, 0.93, 0.999])(
  "is undone by the probability: %d",
  (p) => {
    expect(normalProbability(normalQuantile(p)) / p).toBeCloseTo(1, 11);
  },
);

test.each([-0.1, 1.1, Number.NaN])("refuses %d", (p) => {
  expect(() => normalQuantile(p)).toThrow(RangeError);
});

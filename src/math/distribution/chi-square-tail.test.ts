import { expect, it } from "vitest";
import { chiSquareTail } from "./chi-square-tail.ts";

// scipy 1.17.1: scipy.stats.chi2.sf
it.each([
  [0, 3, 1],
  [3.841458820694124, 1, 0.05],
  [7.5, 3, 0.0575584519726364],
  [30, 4, 4.894437128029217e-6],
])("chiSquareTail(%d, %d) is %d", (x, degrees, expected) => {
  expect(chiSquareTail(x, degrees) / expected).toBeCloseTo(1, 9);
});

it("refuses no degrees of freedom", () => {
  expect(() => chiSquareTail(1, 0)).toThrow(RangeError);
});

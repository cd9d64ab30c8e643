import { expect, it } from "vitest";
import { passAt } from "./pass-at.ts";

it.each([
  [1, 4, 0, 0],
  [1, 4, 1, 1 / 4],
  [2, 4, 1, 1 - 3 / 6],
  [2, 5, 2, 1 - 3 / 10],
  [3, 5, 2, 1 - 1 / 10],
  [4, 5, 2, 1],
  [5, 5, 1, 1],
])("pass@%d of %d answers, %d of them right", (k, n, right, expected) => {
  expect(passAt(k, { n, right })).toBeCloseTo(expected, 14);
});

it("is what drawing all subsets gives", () => {
  for (let n = 1; n <= 7; n++)
    for (let right = 0; right <= n; right++)
      for (let k = 1; k <= n; k++) {
        const subsets = Array.from({ length: 2 ** n }, (_, bits) => bits).filter(
          (bits) => bits.toString(2).replaceAll("0", "").length === k,
        );
        const passed = subsets.filter((bits) => (bits & (2 ** right - 1)) > 0);
        expect(passAt(k, { n, right })).toBeCloseTo(passed.length / subsets.length, 12);
      }
});

it.each([
  [0, 3, 1],
  [4, 3, 1],
  [1, 3, 4],
  [1, 3, -1],
])("refuses pass@%d of %d answers, %d of them right", (k, n, right) =>
  expect(() => passAt(k, { n, right })).toThrow(RangeError),
);

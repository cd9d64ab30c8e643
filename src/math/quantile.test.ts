import { expect, test } from "vitest";
import { quantile } from "./quantile.ts";

const infinite = Number.POSITIVE_INFINITY;

test.each([
  { sorted: [], share: 0.5, expected: Number.NaN },
  { sorted: [7], share: 0.3, expected: 7 },
  { sorted: [1, 2, 3, 4], share: 0, expected: 1 },
  { sorted: [1, 2, 3, 4], share: 1, expected: 4 },
  { sorted: [1, 2, 3, 4], share: 0.5, expected: 2.5 },
  { sorted: [1, 2, 3, 4], share: 0.25, expected: 1.75 },
  { sorted: [-infinite, -infinite, 0], share: 0.25, expected: -infinite },
  { sorted: [-infinite, 0], share: 0.9, expected: -infinite },
  { sorted: [0, infinite], share: 0.1, expected: infinite },
  { sorted: [0, infinite], share: 0, expected: 0 },
])("at $share of $sorted is $expected", ({ sorted, share, expected }) => {
  expect(quantile(Float64Array.from(sorted), share)).toBe(expected);
});

test.each([-0.1, 1.1, Number.NaN])("refuses a share of %d", (share) => {
  expect(() => quantile(Float64Array.of(1), share)).toThrow(RangeError);
});

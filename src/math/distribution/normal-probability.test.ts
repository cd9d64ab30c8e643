import { expect, test } from "vitest";
import { normalProbability } from "./normal-probability.ts";

test.each([
  { z: 0, expected: 0.5 },
  { z: Number.NEGATIVE_INFINITY, expected: 0 },
  { z: Number.POSITIVE_INFINITY, expected: 1 },
  { z: 1.959963984540054, expected: 0.975 },
  { z: -40, expected: 0 },
])("at $z is $expected", ({ z, expected }) => {
  expect(normalProbability(z)).toBeCloseTo(expected, 14);
});

test("has no step where its two formulas meet", () => {
  expect(normalProbability(-2.5) / normalProbability(-2.499999999999999)).toBeCloseTo(1, 12);
});

import { expect, test } from "vitest";
import { betaKernel } from "./beta-kernel.ts";

test.each([
  { a: 1, b: 1, x: 0.25, expected: 0.1875 },
  { a: 2, b: 3, x: 0.5, expected: 0.375 },
  { a: 3, b: 2, x: 0.5, expected: 0.375 },
  { a: 0.5, b: 0.5, x: 0.01, expected: Math.sqrt(0.0099) / Math.PI },
])("x^$a y^$b / B($a, $b) at $x", ({ a, b, x, expected }) => {
  expect(betaKernel(a, b, { x, y: 1 - x }) / expected).toBeCloseTo(1, 13);
});

test("of large parameters at their mean is that of the normal distribution", () => {
  const a = 1e7;
  // Stirling: the kernel at the mean of Beta(a, a) is √(a / 4π) · (1 − 1/(8a) + …).
  expect(
    betaKernel(a, a, { x: 0.5, y: 0.5 }) / (Math.sqrt(a / (4 * Math.PI)) * (1 - 1 / (8 * a))),
  ).toBeCloseTo(1, 12);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaQuantile, betaQuantileShare } from "./beta-quantile.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

const shape = fc.double({ min: -1, max: 6, noNaN: true }).map((exponent) => 10 ** exponent);

describe("betaQuantile", () => {
  test.each([
    { p: 0, a: 2, b: 3, expected: 0 },
    { p: 1, a: 2, b: 3, expected: 1 },
    { p: 0.3, a: 1, b: 1, expected: 0.3 },
    { p: 0.5, a: 4, b: 4, expected: 0.5 },
    { p: 0.125, a: 3, b: 1, expected: 0.5 },
    { p: 1e-30, a: 3, b: 1, expected: 1e-10 },
    { p: 1e-10, a: 0.01, b: 5, expected: 0 },
  ])("of $p for Beta($a, $b) is $expected", ({ p, a, b, expected }) => {
    const value = betaQuantile(p, a, b);
    if (expected === 0) expect(value).toBe(0);
    else expect(value / expected).toBeCloseTo(1, 12);
  });

  test.each([
    [-0.1, 1, 1],
    [Number.NaN, 1, 1],
    [0.5, 0, 1],
  ])("refuses p = %d, a = %d, b = %d", (p, a, b) => {
    expect(() => betaQuantile(p, a, b)).toThrow(RangeError);
  });

  test("is undone by the incomplete beta function", () => {
    fc.assert(
      fc.property(shape, shape, fc.double({ min: 1e-6, max: 0.5, noNaN: true }), (a, b, p) => {
        const { x, y } = betaQuantileShare({ lower: p, upper: 1 - p }, a, b);
        fc.pre(x > 1e-290 && y > 1e-290);
        if (x <= 0.5) expect(incompleteBeta(a, b, x) / p).toBeCloseTo(1, 9);
        else expect(1 - incompleteBeta(b, a, y)).toBeCloseTo(p, 9);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaTails, incompleteBeta } from "./incomplete-beta.ts";

const shape = fc.double({ min: -2, max: 7, noNaN: true }).map((exponent) => 10 ** exponent);

describe("incompleteBeta", () => {
  test.each([
    { a: 1, b: 1, x: 0.3, expected: 0.3 },
    { a: 3, b: 1, x: 0.5, expected: 0.125 },
    { a: 1, b: 3, x: 0.5, expected: 0.875 },
    { a: 7.5, b: 7.5, x: 0.5, expected: 0.5 },
    { a: 0.5, b: 0.5, x: 0.25, expected: 1 / 3 },
    { a: 2, b: 2, x: 0, expected: 0 },
    { a: 2, b: 2, x: 1, expected: 1 },
  ])("I_$x($a, $b) = $expected", ({ a, b, x, expected }) => {
    expect(incompleteBeta(a, b, x)).toBeCloseTo(expected, 14);
  });

  test("keeps its digits where SciPy 1.17.1 answers 0 (checked with mpmath in 60 digits)", () => {
    expect(
      incompleteBeta(26886.08683892651, 38.71824317127142, 0.9722865589569714) /
        8.559555957217482e-265,
    ).toBeCloseTo(1, 12);
  });

  test.each([
    [0, 1, 0.5],
    [1, -1, 0.5],
    [Number.NaN, 1, 0.5],
    [Number.POSITIVE_INFINITY, 1, 0.5],
    [1, 1, 1.1],
    [1, 1, Number.NaN],
  ])("refuses a = %d, b = %d, x = %d", (a, b, x) => {
    expect(() => incompleteBeta(a, b, x)).toThrow(RangeError);
  });

  test("its tails add up to 1 and change places with a and b", () => {
    fc.assert(
      fc.property(shape, shape, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, x) => {
        const y = 1 - x;
        const { lower, upper } = betaTails(a, b, { x, y });
        const mirrored = betaTails(b, a, { x: y, y: x });
        expect(lower + upper).toBeCloseTo(1, 12);
        expect(lower).toBeCloseTo(mirrored.upper, 9);
      }),
    );
  });
});

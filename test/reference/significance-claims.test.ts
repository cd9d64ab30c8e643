import { describe, expect, test } from "vitest";
import { fQuantile } from "../../src/math/distribution/f-quantile.ts";
import { studentProbability } from "../../src/math/distribution/student-probability.ts";
import { marginTestOfPairs } from "../../src/math/significance/margin-test.ts";
import { tangoInterval } from "../../src/math/significance/tango-interval.ts";
import reference from "./significance-claims.json" with { type: "json" };

function expectRelative(value: number, expected: number, tolerance: number): void {
  expect(Math.abs(value - expected), `${value} instead of ${expected}`).toBeLessThanOrEqual(
    tolerance * Math.abs(expected),
  );
}

describe(`claims agree with SciPy ${reference.madeWith.scipy}`, () => {
  test("quantiles of F", () => {
    for (const [p, a, b, expected] of reference.fQuantile as [number, number, number, number][])
      expectRelative(fQuantile(p, a, b), expected, 1e-9);
    expect(() => fQuantile(2, 1, 1)).toThrow(RangeError);
  });

  test("probabilities of Student's t", () => {
    for (const [t, degrees, expected] of reference.studentProbability as [number, number, number][])
      expectRelative(studentProbability(t, degrees), expected, 1e-9);
    expect([
      studentProbability(0, 5),
      studentProbability(Infinity, 5),
      studentProbability(-Infinity, 5),
    ]).toEqual([0.5, 1, 0]);
    expect(() => studentProbability(Number.NaN, 5)).toThrow(RangeError);
    expect(() => studentProbability(1, 0)).toThrow(RangeError);
  });

  test("Tango's test of a margin, whose numeric maximum has fewer digits", () => {
    for (const [onlyFirst, onlySecond, pairs, margin, p] of reference.tango as number[][]) {
      const found = marginTestOfPairs({
        ...{ onlyFirst: onlyFirst!, onlySecond: onlySecond!, pairs: pairs!, margin: margin! },
      });
      expect(found.notWorse).toBeCloseTo(p!, 6);
      expect(found.worse).toBeCloseTo(1 - p!, 6);
    }
  });

  test("Tango's interval ends where his test of that margin has the p-value", () => {
    const cases = (reference.tango as [number, number, number, number, number][]).filter(
      ([, , , , p]) => p > 1e-9 && p < 0.499,
    );
    expect(cases.length).toBeGreaterThan(20);
    for (const [onlyFirst, onlySecond, pairs, margin, p] of cases)
      expect(tangoInterval({ onlyFirst, onlySecond, pairs }, 1 - 2 * p).low).toBeCloseTo(
        -margin,
        6,
      );
  });
});

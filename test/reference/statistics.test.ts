import { describe, expect, test } from "vitest";
import { betaQuantile } from "../../src/math/distribution/beta-quantile.ts";
import { incompleteBeta } from "../../src/math/distribution/incomplete-beta.ts";
import { normalProbability } from "../../src/math/distribution/normal-probability.ts";
import { normalQuantile } from "../../src/math/distribution/normal-quantile.ts";
import { studentQuantile } from "../../src/math/distribution/student-quantile.ts";
import { bcaInterval } from "../../src/math/interval/bca-interval.ts";
import { clopperPearson } from "../../src/math/interval/clopper-pearson.ts";
import { kornGraubard } from "../../src/math/interval/korn-graubard.ts";
import { wilson } from "../../src/math/interval/wilson.ts";
import { quantile } from "../../src/math/quantile.ts";
import reference from "./statistics.json" with { type: "json" };

function relativeError(value: number, expected: number): number {
  return value === expected ? 0 : Math.abs(value - expected) / Math.abs(expected);
}

describe("distributions agree with SciPy", () => {
  const cases = [
    {
      name: "incompleteBeta",
      compute: incompleteBeta,
      rows: reference.incompleteBeta,
      tolerance: 1e-10,
    },
    { name: "betaQuantile", compute: betaQuantile, rows: reference.betaQuantile, tolerance: 1e-10 },
    {
      name: "studentQuantile",
      compute: studentQuantile,
      rows: reference.studentQuantile,
      tolerance: 1e-11,
    },
    {
      name: "normalQuantile",
      compute: normalQuantile,
      rows: reference.normalQuantile,
      tolerance: 1e-14,
    },
    {
      name: "normalProbability",
      compute: normalProbability,
      rows: reference.normalProbability,
      tolerance: 1e-12,
    },
  ] as const;
  test.each(cases)("$name", ({ compute, rows, tolerance }) => {
    for (const row of rows) {
      const value = (compute as (...inputs: readonly number[]) => number)(...row.slice(0, -1));
      expect(relativeError(value, row.at(-1)!), `inputs ${row.slice(0, -1)}`).toBeLessThan(
        tolerance,
      );
    }
  });
});

describe("intervals agree with SciPy", () => {
  test.each([
    { name: "wilson", interval: wilson, rows: reference.wilson },
    { name: "clopperPearson", interval: clopperPearson, rows: reference.clopperPearson },
  ])("$name", ({ interval, rows }) => {
    for (const [successes, trials, confidence, low, high] of rows as [
      number,
      number,
      number,
      number,
      number,
    ][]) {
      const limits = interval(successes, trials, confidence);
      expect(limits.low, `low of ${successes}/${trials}`).toBeCloseTo(low, 10);
      expect(limits.high, `high of ${successes}/${trials}`).toBeCloseTo(high, 10);
    }
  });

  test.each(reference.kornGraubard.map((row, index) => ({ ...row, index })))(
    "kornGraubard $index",
    ({ confidence, low, high, ...totals }) => {
      const limits = kornGraubard(totals, confidence);
      expect(relativeError(limits.low, low)).toBeLessThan(1e-10);
      expect(relativeError(limits.high, high)).toBeLessThan(1e-10);
    },
  );

  test.each(reference.bca.map((row, index) => ({ ...row, index })))(
    "bcaInterval $index",
    ({ values, estimate, jackknife, low, high }) => {
      const limits = bcaInterval({
        values: Float64Array.from(values),
        estimate,
        jackknife: Float64Array.from(jackknife),
      });
      expect(relativeError(limits!.low, low)).toBeLessThan(1e-12);
      expect(relativeError(limits!.high, high)).toBeLessThan(1e-12);
    },
  );
});

test("quantile agrees with NumPy to the last bit", () => {
  for (const { sorted, share, value } of reference.quantile)
    expect(quantile(Float64Array.from(sorted), share)).toBe(value);
});

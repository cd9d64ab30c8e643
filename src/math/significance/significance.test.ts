import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gammaQuantile } from "../distribution/gamma-quantile.ts";
import { poissonInterval } from "../interval/poisson-interval.ts";
import { benjaminiHochberg } from "./benjamini-hochberg.ts";
import { holm } from "./holm.ts";
import { mcnemarExact, mcnemarMidP } from "./mcnemar.ts";
import { signFlipTest } from "./sign-flip-test.ts";

describe("mcnemar", () => {
  it.each([
    [0, 0, 1, 1],
    [1, 1, 1, 1 - 0.5 / 2],
    [0, 5, 2 / 32, 1 / 32],
    [0, 6, 2 / 64, 1 / 64],
    [1, 3, 10 / 16, 6 / 16],
  ])("%d against %d", (onlyFirst, onlySecond, exact, midP) => {
    expect(mcnemarExact({ onlyFirst, onlySecond })).toBeCloseTo(exact, 12);
    expect(mcnemarMidP({ onlyFirst, onlySecond })).toBeCloseTo(midP, 12);
  });

  it("is symmetric, in (0, 1], and mid-p never above exact", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (onlyFirst, onlySecond) => {
        const [exact, midP] = [
          mcnemarExact({ onlyFirst, onlySecond }),
          mcnemarMidP({ onlyFirst, onlySecond }),
        ];
        expect(midP).toBeGreaterThan(0);
        expect(midP).toBeLessThanOrEqual(exact);
        expect(mcnemarMidP({ onlyFirst: onlySecond, onlySecond: onlyFirst })).toBe(midP);
      }),
    );
  });

  it("refuses what is no number of pairs", () => {
    expect(() => mcnemarExact({ onlyFirst: -1, onlySecond: 2 })).toThrow(RangeError);
    expect(() => mcnemarMidP({ onlyFirst: 0.5, onlySecond: 2 })).toThrow(RangeError);
  });
});

describe("signFlipTest", () => {
  it("enumerates all patterns of few groups and drops those without a difference", () => {
    expect(signFlipTest([])).toEqual({ pValue: 1, midP: 1, method: "exact", groups: 0 });
    expect(signFlipTest([0, 2, 0])).toEqual({ pValue: 1, midP: 1 / 2, method: "exact", groups: 1 });
    expect(signFlipTest([1, 1, 1, 1, 1, 1])).toEqual({
      pValue: 2 / 64,
      midP: 1 / 64,
      method: "exact",
      groups: 6,
    });
    expect(signFlipTest([3, -1])).toMatchObject({ pValue: 1 });
    expect(signFlipTest(new Float64Array(20).fill(0.1))).toEqual({
      pValue: 2 / 2 ** 20,
      midP: 1 / 2 ** 20,
      method: "exact",
      groups: 20,
    });
  });

  it("is McNemar's test, exact and mid-p, for single binary samples", () => {
    for (const [onlyFirst, onlySecond] of [
      [0, 1],
      [3, 3],
      [2, 9],
      [7, 6],
    ] as const) {
      const differences = [
        ...new Array<number>(onlyFirst).fill(1),
        ...new Array<number>(onlySecond).fill(-1),
        0,
      ];
      const { pValue, midP } = signFlipTest(differences);
      expect(pValue).toBeCloseTo(mcnemarExact({ onlyFirst, onlySecond }), 12);
      expect(midP).toBeCloseTo(mcnemarMidP({ onlyFirst, onlySecond }), 12);
    }
  });

  it("counts totals that are equal but for rounding", () => {
    expect(signFlipTest([0.1, 0.2, -0.3, 0.3]).pValue).toBe(signFlipTest([1, 2, -3, 3]).pValue);
  });

  it("does not depend on the order or on which system is first", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 }), (differences) => {
        const { pValue } = signFlipTest(differences);
        expect(pValue).toSatisfy((p: number) => p > 0 && p <= 1);
        expect(signFlipTest(differences.toReversed()).pValue).toBe(pValue);
        expect(signFlipTest(differences.map((difference) => -difference)).pValue).toBe(pValue);
      }),
    );
  });

  it("draws beyond 20 groups, by seed, and never says 0", () => {
    const ones = new Float64Array(40).fill(1);
    expect(signFlipTest(ones, { resamples: 99, seed: 1 })).toEqual({
      pValue: 1 / 100,
      midP: 1 / 200,
      method: "monte-carlo",
      groups: 40,
    });
    const mixed = Float64Array.from({ length: 40 }, (_, at) => Math.sin(at) + 0.2);
    expect(signFlipTest(mixed, { seed: 1 })).toEqual(signFlipTest(mixed, { seed: 1 }));
    expect(signFlipTest(mixed, { seed: 1 }).pValue).not.toBe(
      signFlipTest(mixed, { seed: 2 }).pValue,
    );
  });

  it("refuses what it cannot flip", () => {
    expect(() => signFlipTest([Number.NaN])).toThrow(RangeError);
    expect(() => signFlipTest([1], { resamples: 0 })).toThrow(RangeError);
  });
});

describe("signFlipTest of many groups", () => {
  it("is the same whether sizes are few or many", () => {
    const few = Float64Array.from({ length: 3_000 }, (_, i) => ((i * 7) % 11) - 4.92);
    const many = few.map((size, i) => size + 1e-9 * i);
    const tests = [few, many].map((sizes) => signFlipTest(sizes, { seed: 5 }));
    // Three standard errors of the difference of two shares of 10,000 draws.
    const { pValue } = tests[0]!;
    expect(pValue).toBeGreaterThan(0.05);
    expect(pValue).toBeLessThan(0.5);
    expect(Math.abs(pValue - tests[1]!.pValue)).toBeLessThan(
      3 * Math.sqrt((2 * pValue * (1 - pValue)) / 10_000),
    );
  });
});

describe.each([
  { name: "holm", adjust: holm, adjusted: [0.03, 0.06, 0.06, 0.02] },
  { name: "benjaminiHochberg", adjust: benjaminiHochberg, adjusted: [0.02, 0.04, 0.04, 0.02] },
])("$name", ({ adjust, adjusted }) => {
  it("keeps the order given and never falls with p", () => {
    expect(adjust([0.01, 0.03, 0.04, 0.005])).toEqual(adjusted.map((p) => expect.closeTo(p, 12)));
    expect(adjust([])).toEqual([]);
    expect(adjust([0.3])).toEqual([0.3]);
    expect(adjust([1, 1])).toEqual([1, 1]);
    expect(() => adjust([1.1])).toThrow(RangeError);
  });

  it("is at least p, at most 1, and rises with p", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (pValues) => {
        const results = adjust(pValues);
        results.forEach((result, at) => {
          expect(result).toBeGreaterThanOrEqual(pValues[at]!);
          expect(result).toBeLessThanOrEqual(1);
          for (const [other, p] of pValues.entries())
            if (p < pValues[at]!) expect(results[other]).toBeLessThanOrEqual(result);
        });
      }),
    );
  });
});

describe("poissonInterval", () => {
  it("has closed forms without events", () => {
    expect(poissonInterval(0)).toEqual({ low: 0, high: expect.closeTo(-Math.log(0.025), 12) });
    expect(poissonInterval(0, 3, 0.9).high).toBeCloseTo(-Math.log(0.05) / 3, 12);
    expect(gammaQuantile(0.5, 1)).toBeCloseTo(Math.LN2, 12);
  });

  it("takes effective counts, which are not whole and may be below one", () => {
    // Half of chi-squared quantiles with 1 degree of freedom, and for a tiny shape k the limit (p ·
    // Γ(k + 1))^(1/k).
    expect(gammaQuantile(0.025, 0.5)).toBeCloseTo(0.000982069117175 / 2, 14);
    expect(gammaQuantile(0.975, 0.5)).toBeCloseTo(5.023886187314888 / 2, 11);
    expect(gammaQuantile(0.025, 0.1) / (0.025 * 0.9513507698668732) ** 10).toBeCloseTo(1, 9);
    const [one, between, two] = [1, 1.5, 2].map((count) => poissonInterval(count));
    expect(between!.low).toBeGreaterThan(one!.low);
    expect(between!.high).toBeLessThan(two!.high);
  });

  it("refuses what is no count, exposure or confidence", () => {
    for (const [count, exposure, confidence] of [
      [-1, 1, 0.95],
      [Number.POSITIVE_INFINITY, 1, 0.95],
      [1, 0, 0.95],
      [1, 1, 1],
    ] as const) {
      expect(() => poissonInterval(count, exposure, confidence)).toThrow(RangeError);
    }
    expect(() => gammaQuantile(0, 1)).toThrow(RangeError);
    expect(() => gammaQuantile(0.5, 0)).toThrow(RangeError);
  });
});

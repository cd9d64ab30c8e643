import { describe, expect, it } from "vitest";
import { detectableLoss, leastDetectableLoss, leastLosses } from "./detectable-loss.ts";
import { marginTestOfDifference, marginTestOfPairs } from "./margin-test.ts";

describe("marginTestOfDifference", () => {
  const input = { standardError: 0.02, groupCount: 50, margin: 0.02, range: 1 };

  it("asks whether a loss is beyond the margin, not whether there is one", () => {
    const [none, small, large] = [0, -0.05, -0.09].map((difference) =>
      marginTestOfDifference({ ...input, difference }),
    );
    expect(none!.worse).toBeCloseTo(0.839, 3);
    expect(small!.worse).toBeCloseTo(0.07, 2);
    expect(large!.worse).toBeLessThan(0.001);
    expect(large!.notWorse).toBeGreaterThan(0.999);
    expect(marginTestOfDifference({ ...input, difference: -0.05, margin: 0 }).worse).toBeCloseTo(
      0.008,
      3,
    );
  });

  it("shows nothing by groups that all agree but what their number shows", () => {
    const alike = { ...input, standardError: 0, difference: 0 };
    expect(marginTestOfDifference(alike)).toEqual({ worse: 1, notWorse: 0.98 ** 50 });
    expect(marginTestOfDifference({ ...alike, range: Number.POSITIVE_INFINITY }).notWorse).toBe(1);
    expect(marginTestOfDifference({ ...alike, difference: -0.1 })).toEqual({
      ...{ worse: 2 ** -50, notWorse: 1 },
    });
    // One flip for the better is no more certain than none.
    expect(
      marginTestOfDifference({ ...input, standardError: 1e-6, difference: 0.001 }).notWorse,
    ).toBe(0.98 ** 50);
  });

  it("refuses what is no difference", () => {
    const difference = 0;
    expect(() => marginTestOfDifference({ ...input, difference, margin: -0.1 })).toThrow(
      RangeError,
    );
    expect(() => marginTestOfDifference({ ...input, difference: Number.NaN })).toThrow(RangeError);
    expect(() => marginTestOfDifference({ ...input, difference, groupCount: 1 })).toThrow(
      RangeError,
    );
  });
});

describe("marginTestOfPairs", () => {
  it("does not take pairs without a flip for certainty", () => {
    const found = marginTestOfPairs({ onlyFirst: 0, onlySecond: 0, pairs: 40, margin: 0.05 });
    expect(found.notWorse).toBeCloseTo(0.07, 2);
    expect(marginTestOfPairs({ onlyFirst: 0, onlySecond: 0, pairs: 40, margin: 0 })).toEqual({
      ...{ worse: 1, notWorse: 1 },
    });
  });

  it("refuses counts that do not fit", () => {
    for (const [onlyFirst, onlySecond, pairs] of [
      [3, 3, 5],
      [0, 0, 0],
      [-1, 0, 5],
    ] as const)
      expect(() => marginTestOfPairs({ onlyFirst, onlySecond, pairs, margin: 0.1 })).toThrow(
        RangeError,
      );
  });
});

describe("what a set can show", () => {
  it("needs seven losses at .01, five at .05", () => {
    expect([0.01, 0.05, 0.005].map(leastLosses)).toEqual([7, 5, 8]);
  });

  const test = { level: 0.01, margin: 0.02 };

  it("is the margin and 3.2 standard errors in many groups, and what a loss itself varies by", () => {
    const many = { standardError: 0.01, groupCount: 100_000, n: 100_000 };
    const free = { ...many, lost: Number.POSITIVE_INFINITY };
    expect(detectableLoss(free, test)).toBeCloseTo(0.02 + 0.03168, 4);
    expect(detectableLoss({ ...many, lost: 1 }, test)).toBeCloseTo(0.02 + 0.03168, 2);
    const few = { ...many, groupCount: 100, n: 100 };
    expect(detectableLoss({ ...few, lost: 1 }, test)!).toBeGreaterThan(0.1);
    expect(detectableLoss({ ...few, n: 400, lost: 1 }, test)!).toBeLessThan(0.1);
    expect(detectableLoss({ ...free, standardError: 0 }, test)).toBeNull();
    expect(detectableLoss({ ...free, groupCount: 1 }, test)).toBeNull();
  });

  it("of shares has a floor, since some groups must flip", () => {
    const loss = (groups: number, size: number) =>
      leastDetectableLoss(7, new Float64Array(groups).fill(size));
    expect(loss(6, 1)).toBeNull();
    // Seven of ten flip with 80 % probability where 76.1 % of them do.
    expect(loss(10, 1)).toBeCloseTo(0.761, 3);
    expect((1 - loss(10, 4)!) ** 4).toBeCloseTo(1 - 0.761, 3);
  });
});

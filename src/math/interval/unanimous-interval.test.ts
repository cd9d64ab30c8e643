import { describe, expect, it } from "vitest";
import { clopperPearson } from "./clopper-pearson.ts";
import { agreeingGroups, unanimousInterval } from "./unanimous-interval.ts";

describe("unanimousInterval", () => {
  it("bounds the share of groups that differ as Clopper and Pearson do", () => {
    for (const groupCount of [1, 10, 60, 1000]) {
      const { low, high, share } = unanimousInterval({
        value: 1,
        groupCount,
        range: { low: 0, high: 1 },
      });
      expect(low).toBeCloseTo(clopperPearson(groupCount, groupCount).low, 12);
      expect(share).toBeCloseTo(1 - low, 12);
      expect(high).toBe(1);
    }
  });

  it("puts that share at either end of the range", () => {
    const { low, high, share } = unanimousInterval({
      value: 2,
      groupCount: 20,
      range: { low: 1, high: 5 },
    });
    expect(low).toBeCloseTo(2 - share, 12);
    expect(high).toBeCloseTo(2 + 3 * share, 12);
  });

  it("stays in the range where a formula leaves a little more than its end", () => {
    expect(
      unanimousInterval({ value: 1 + 1e-12, groupCount: 20, range: { low: 0, high: 1 } }).high,
    ).toBe(1);
  });

  it("refuses what is no number of groups or confidence", () => {
    const range = { low: 0, high: 1 };
    expect(() => unanimousInterval({ value: 1, groupCount: 0, range })).toThrow(RangeError);
    expect(() => unanimousInterval({ value: 1, groupCount: 9, range, confidence: 1 })).toThrow(
      RangeError,
    );
  });
});

describe("agreeingGroups", () => {
  const groups = Uint32Array.from({ length: 40 }, (_, sample) => sample >> 1);
  const set = { groups, groupCount: 20, estimate: 1, mostChecked: 1000 };
  const firstOf = (weights?: ArrayLike<number>) =>
    weights ? Array.from(weights).findIndex((weight) => weight > 0) >> 1 : 0;

  it("counts groups that have the score by themselves", () => {
    expect(
      agreeingGroups({ ...set, score: (weights) => (firstOf(weights) % 4 === 0 ? 0.5 : 1) }),
    ).toBe(15);
    expect(
      agreeingGroups({ ...set, score: (weights) => (firstOf(weights) % 4 === 0 ? null : 1) }),
    ).toBe(15);
    expect(agreeingGroups({ ...set, score: () => null })).toBe(20);
  });

  it("looks at what counts only", () => {
    const base = groups.map((group) => (group < 12 ? 1 : 0));
    expect(agreeingGroups({ ...set, base, score: () => 1 })).toBe(12);
  });

  it("looks at some of very many", () => {
    let asked = 0;
    const score = (weights?: ArrayLike<number>) => {
      asked++;
      return firstOf(weights) < 10 ? 1 : 0;
    };
    expect(agreeingGroups({ ...set, mostChecked: 10, score })).toBe(10);
    expect(asked).toBe(10);
  });
});

import { describe, expect, it } from "vitest";
import { bootstrapDifference } from "./bootstrap-difference.ts";

describe("bootstrapDifference", () => {
  const second = Float64Array.from({ length: 500 }, (_, at) => 0.5 + 0.1 * Math.sin(at));
  const first = second.map((value, at) => value + 0.02 * Math.cos(3 * at));

  it("judges the paired difference, not the spread of each system", () => {
    const found = bootstrapDifference({ first, second, difference: 0.05, groupCount: 50 })!;
    expect(found.standardError).toBeCloseTo(0.02 * Math.SQRT1_2, 3);
    expect(found.pValue).toBeLessThan(0.002);
    expect(found.interval.low).toBeGreaterThan(0);
    expect(
      bootstrapDifference({ first: second, second: first, difference: -0.05, groupCount: 50 })!
        .pValue,
    ).toBeCloseTo(found.pValue, 12);
    expect(bootstrapDifference({ first, second, difference: 0, groupCount: 50 })!.pValue).toBe(1);
  });

  it("takes the error of the jackknife where that is larger, and does without it where it is not defined", () => {
    const input = { first, second, difference: 0.05, groupCount: 50 };
    const plain = bootstrapDifference(input)!;
    expect(bootstrapDifference({ ...input, jackknife: new Float64Array(50).fill(0.05) })).toEqual(
      plain,
    );
    expect(
      bootstrapDifference({ ...input, jackknife: new Float64Array(50).fill(Number.NaN) }),
    ).toEqual(plain);
    const wide = Float64Array.from({ length: 50 }, (_, at) => 0.05 + (at % 2) * 0.02);
    expect(bootstrapDifference({ ...input, jackknife: wide })!.standardError).toBeCloseTo(
      0.01 * Math.sqrt(49),
      12,
    );
  });

  it("of equal systems is 1, of one shifted by a constant 0", () => {
    expect(
      bootstrapDifference({ first: second, second, difference: 0, groupCount: 50 }),
    ).toMatchObject({ pValue: 1, standardError: 0 });
    expect(
      bootstrapDifference({
        first: second.map((value) => value + 1),
        second,
        difference: 1,
        groupCount: 50,
      })!.pValue,
    ).toBe(0);
  });

  it("needs the same resamples, and some", () => {
    expect(() =>
      bootstrapDifference({ first: first.subarray(1), second, difference: 0, groupCount: 5 }),
    ).toThrow(RangeError);
    expect(
      bootstrapDifference({
        first: new Float64Array(0),
        second: new Float64Array(0),
        difference: 0,
        groupCount: 5,
      }),
    ).toBeNull();
  });
});

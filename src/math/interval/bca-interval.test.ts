import { describe, expect, test } from "vitest";
import { bcaInterval } from "./bca-interval.ts";
import { percentileInterval } from "./percentile-interval.ts";

const values = Float64Array.from({ length: 41 }, (_, index) => index);
const manyValues = Float64Array.from({ length: 100_000 }, (_, index) => index);
const symmetric = Float64Array.of(1, 2, 3);

describe("bcaInterval", () => {
  test("is the percentile interval where there is neither bias nor skewness", () => {
    const { low, high } = bcaInterval({ values, estimate: 20, jackknife: symmetric })!;
    const plain = percentileInterval(values)!;
    expect(low).toBeCloseTo(plain.low, 10);
    expect(high).toBeCloseTo(plain.high, 10);
    expect(bcaInterval({ values, estimate: 20, jackknife: Float64Array.of(2, 2, 2) })).toEqual({
      low,
      high,
    });
  });

  test("follows the skewness of the groups", () => {
    const right = bcaInterval({ values, estimate: 20, jackknife: Float64Array.of(0, 3, 3, 3, 3) })!;
    const plain = percentileInterval(values)!;
    expect(right.low).toBeGreaterThan(plain.low);
    expect(right.high).toBeGreaterThan(plain.high);
  });

  test("leaves out what is not defined", () => {
    const withGaps = Float64Array.of(Number.NaN, ...values);
    const jackknife = Float64Array.of(Number.NaN, ...symmetric);
    expect(bcaInterval({ values: withGaps, estimate: 20, jackknife })).toEqual(
      bcaInterval({ values, estimate: 20, jackknife: symmetric }),
    );
  });

  test.each([
    { name: "no values", values: new Float64Array(0), estimate: 1, jackknife: symmetric },
    { name: "all values above the estimate", values, estimate: -1, jackknife: symmetric },
    { name: "all values below the estimate", values, estimate: 50, jackknife: symmetric },
    {
      name: "too strong an acceleration",
      values: manyValues,
      estimate: 99_998.5,
      jackknife: Float64Array.of(-1, ...new Float64Array(999)),
    },
  ])("does not exist for $name", (input) => {
    expect(bcaInterval(input)).toBeNull();
  });

  test("refuses a confidence in percent", () => {
    expect(() =>
      bcaInterval({ values, estimate: 20, jackknife: symmetric, confidence: 95 }),
    ).toThrow(RangeError);
  });
});

import { expect, test } from "vitest";
import { percentileInterval } from "./percentile-interval.ts";

test("cuts off the same share on either side, whatever the order", () => {
  const values = Float64Array.from({ length: 41 }, (_, index) => (index * 17) % 41);
  const { low, high } = percentileInterval(values)!;
  expect(low).toBeCloseTo(1, 12);
  expect(high).toBeCloseTo(39, 12);
  expect(percentileInterval(values, 0.5)).toEqual({ low: 10, high: 30 });
});

test("leaves out what is not defined", () => {
  expect(percentileInterval(Float64Array.of(Number.NaN, 3, Number.NaN, 3))).toEqual({
    low: 3,
    high: 3,
  });
  expect(percentileInterval(Float64Array.of(Number.NaN))).toBeNull();
  expect(percentileInterval(new Float64Array(0))).toBeNull();
});

test("refuses a confidence in percent", () => {
  expect(() => percentileInterval(Float64Array.of(1), 95)).toThrow(RangeError);
});

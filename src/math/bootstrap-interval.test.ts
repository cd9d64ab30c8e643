import { describe, expect, it } from "vitest";
import { bootstrapError } from "./bootstrap-error.ts";
import { bootstrapInterval } from "./bootstrap-interval.ts";
import { studentQuantile } from "./student-quantile.ts";

const values = Float64Array.of(0.4, 0.5, 0.6, 0.7);

describe("bootstrapError", () => {
  it("corrects the variance for the number of groups, and for Dirichlet weights", () => {
    const found = bootstrapError({ values, estimate: 0.5, groupCount: 11 })!;
    expect(found.bias).toBeCloseTo(0.05, 12);
    expect(found.standardError).toBeCloseTo(Math.sqrt((0.05 / 3) * (11 / 10)), 12);
    const weighted = bootstrapError({ values, estimate: 0.5, groupCount: 11, draw: "dirichlet" })!;
    expect(weighted.standardError).toBeCloseTo(Math.sqrt((0.05 / 3) * (12 / 10)), 12);
  });

  it("leaves undefined values out, and needs two values and two groups", () => {
    const some = Float64Array.of(Number.NaN, ...values);
    expect(bootstrapError({ values: some, estimate: 0.5, groupCount: 11 })).toEqual(
      bootstrapError({ values, estimate: 0.5, groupCount: 11 }),
    );
    expect(bootstrapError({ values: some.subarray(0, 2), estimate: 0.5, groupCount: 11 })).toBeNull();
    expect(bootstrapError({ values, estimate: 0.5, groupCount: 1 })).toBeNull();
  });

  it("takes rounding for no spread", () => {
    expect(bootstrapError({ values: Float64Array.of(0.5, 0.5 + 1e-16), estimate: 0.5, groupCount: 9 })!.standardError).toBe(0);
  });
});

describe("bootstrapInterval", () => {
  it.each([
    [[1 - 1e-9, 1 - 2e-9, Number.NaN], 1, null],
    [[1e7 + 0.01, 1e7 - 0.01], 1e7, null],
    [[1 - 1e-7, 1], 1, { low: expect.any(Number), high: 1 }],
  ])("takes what a formula adds to what it divides by for no spread: %j", (resampled, estimate, expected) => {
    const range = estimate === 1 ? { range: { low: 0, high: 1 } } : {};
    expect(bootstrapInterval({ values: Float64Array.from(resampled), estimate, groupCount: 11, ...range })).toEqual(expected);
  });

  it("is estimate − bias ± t standard errors without a range", () => {
    const { low, high } = bootstrapInterval({ values, estimate: 0.5, groupCount: 11 })!;
    const reach = studentQuantile(0.975, 10) * Math.sqrt((0.05 / 3) * (11 / 10));
    expect(low).toBeCloseTo(0.45 - reach, 12);
    expect(high).toBeCloseTo(0.45 + reach, 12);
  });

  it("does the same on the arcsine scale of a range, wherever that lies", () => {
    const angles = values.map((value) => Math.asin(Math.sqrt(value)));
    const centre = Math.asin(Math.sqrt(0.5));
    const plain = bootstrapInterval({ values: angles, estimate: centre, groupCount: 11 })!;
    const unit = bootstrapInterval({ values, estimate: 0.5, groupCount: 11, range: { low: 0, high: 1 } })!;
    expect(unit.low).toBeCloseTo(Math.sin(plain.low) ** 2, 12);
    expect(unit.high).toBeCloseTo(Math.sin(plain.high) ** 2, 12);
    const double = bootstrapInterval({ values: values.map((value) => 2 * value - 1), estimate: 0, groupCount: 11, range: { low: -1, high: 1 } })!; // biome-ignore format: one line
    expect(double.low).toBeCloseTo(2 * unit.low - 1, 12);
  });

  it("stays in the range, holds the estimate, and is null without spread", () => {
    const range = { low: 0, high: 1 };
    const edge = bootstrapInterval({ values: Float64Array.of(1, 1, 0.9, 1), estimate: 1, groupCount: 12, range })!;
    expect(edge.high).toBe(1);
    expect(edge.low).toBeGreaterThan(0.5);
    expect(edge.low).toBeLessThan(1);
    const flattered = bootstrapInterval({ values: Float64Array.of(0.8, 0.81, 0.82), estimate: 0.5, groupCount: 500 })!;
    expect(flattered.high).toBe(0.5);
    expect(bootstrapInterval({ values: Float64Array.of(0.5, 0.5), estimate: 0.5, groupCount: 12, range })).toBeNull();
    expect(() => bootstrapInterval({ values, estimate: 0.5, groupCount: 12, confidence: 1 })).toThrow(RangeError);
  });
});

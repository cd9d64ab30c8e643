import { describe, expect, it } from "vitest";
import { studentQuantile } from "../distribution/student-quantile.ts";
import { bootstrapError } from "./bootstrap-error.ts";
import { bootstrapInterval } from "./bootstrap-interval.ts";

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
    expect(
      bootstrapError({ values: some.subarray(0, 2), estimate: 0.5, groupCount: 11 }),
    ).toBeNull();
    expect(bootstrapError({ values, estimate: 0.5, groupCount: 1 })).toBeNull();
  });

  it("takes rounding for no spread", () => {
    expect(
      bootstrapError({ values: Float64Array.of(0.5, 0.5 + 1e-16), estimate: 0.5, groupCount: 9 })!
        .standardError,
    ).toBe(0);
  });
});

describe("bootstrapInterval", () => {
  it.each([
    [[1 - 1e-9, 1 - 2e-9, Number.NaN], 1],
    [[1e7 + 0.01, 1e7 - 0.01], 1e7],
  ])("takes what a formula adds to what it divides by for no spread: %j", (resampled, estimate) => {
    expect(
      bootstrapInterval({ values: Float64Array.from(resampled), estimate, groupCount: 11 }),
    ).toBeNull();
  });

  it("is estimate − bias ± t standard errors", () => {
    const { low, high } = bootstrapInterval({ values, estimate: 0.5, groupCount: 11 })!;
    const reach = studentQuantile(0.975, 10) * Math.sqrt((0.05 / 3) * (11 / 10));
    expect(low).toBeCloseTo(0.45 - reach, 12);
    expect(high).toBeCloseTo(0.45 + reach, 12);
  });

  it("holds the estimate, and is null without spread", () => {
    const flattered = bootstrapInterval({
      values: Float64Array.of(0.8, 0.81, 0.82),
      estimate: 0.5,
      groupCount: 500,
    })!;
    expect(flattered.high).toBe(0.5);
    expect(
      bootstrapInterval({ values: Float64Array.of(0.5, 0.5), estimate: 0.5, groupCount: 12 }),
    ).toBeNull();
    expect(() =>
      bootstrapInterval({ values, estimate: 0.5, groupCount: 12, confidence: 1 }),
    ).toThrow(RangeError);
  });
});

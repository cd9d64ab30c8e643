import { describe, expect, test } from "vitest";
import { studentQuantile } from "../distribution/student-quantile.ts";
import { quantile } from "../quantile.ts";
import { seededRandom } from "../seeded-random.ts";
import { drawGroupCounts } from "./cluster-bootstrap.ts";
import { studentisedInterval } from "./studentised-interval.ts";

/** Straight from the definition, on a list in which a group drawn twice stands twice. */
function meanAndError(groups: readonly (readonly [sum: number, size: number])[]): {
  readonly mean: number;
  readonly error: number;
} {
  const n = groups.reduce((total, [, size]) => total + size, 0);
  const mean = groups.reduce((total, [sum]) => total + sum, 0) / n;
  const squares = groups.reduce((total, [sum, size]) => total + (sum - mean * size) ** 2, 0);
  return { mean, error: Math.sqrt((groups.length / (groups.length - 1)) * squares) / n };
}

describe("studentisedInterval", () => {
  const sums = Float64Array.of(2.5, 1, 7, 3.25, 0.5, 9, 4, 4.5, 2, 6, 1.75, 3);
  const sizes = Uint32Array.of(3, 1, 5, 4, 2, 7, 4, 4, 3, 5, 2, 3);

  test("agrees with the definition, resample by resample", () => {
    const groups = [...sums].map((sum, index) => [sum, sizes[index]!] as const);
    const { mean, error } = meanAndError(groups);
    const counts = new Uint32Array(sums.length);
    const ratios = Float64Array.from({ length: 300 }, (_, resample) => {
      drawGroupCounts(counts, { seed: 2, resample });
      const drawn = meanAndError(
        groups.flatMap((group, index) =>
          new Array<readonly [number, number]>(counts[index]!).fill(group),
        ),
      );
      return (drawn.mean - mean) / drawn.error;
    }).sort();
    const interval = studentisedInterval({
      sums,
      sizes,
      resamples: 300,
      seed: 2,
      confidence: 0.9,
    })!;
    expect(interval.low).toBeCloseTo(mean - quantile(ratios, 0.95) * error, 12);
    expect(interval.high).toBeCloseTo(mean - quantile(ratios, 0.05) * error, 12);
  });

  test("nears the t interval for normal groups of equal size", () => {
    const random = seededRandom(4);
    const normal = Float64Array.from(
      { length: 60 },
      () => 10 + Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
    );
    const { mean, error } = meanAndError([...normal].map((sum) => [sum, 1]));
    const { low, high } = studentisedInterval({
      sums: normal,
      sizes: new Uint32Array(60).fill(1),
      resamples: 4000,
      seed: 1,
    })!;
    const expected = 2 * studentQuantile(0.975, 59) * error;
    expect(low).toBeLessThan(mean);
    expect(Math.abs((high - low) / expected - 1)).toBeLessThan(0.1);
  });

  test("ignores groups without samples", () => {
    const more = { sums: Float64Array.of(0, ...sums, 0), sizes: Uint32Array.of(0, ...sizes, 0) };
    expect(studentisedInterval({ ...more, resamples: 100, seed: 1 })).toEqual(
      studentisedInterval({ sums, sizes, resamples: 100, seed: 1 }),
    );
  });

  test("has no end on the side where resamples lose the one group that differs", () => {
    const rare = Float64Array.of(0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const interval = studentisedInterval({
      sums: rare,
      sizes: new Uint32Array(10).fill(3),
      resamples: 500,
      seed: 1,
    })!;
    expect(interval.high).toBe(Number.POSITIVE_INFINITY);
    expect(Number.isFinite(interval.low)).toBe(true);
  });

  test("takes a resample of groups that all have the mean for no deviation", () => {
    const mostlyEqual = Float64Array.of(0.1, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2);
    const interval = studentisedInterval({
      sums: mostlyEqual,
      sizes: new Uint32Array(10).fill(1),
      resamples: 500,
      seed: 1,
    })!;
    expect(Number.isFinite(interval.low)).toBe(true);
    expect(Number.isFinite(interval.high)).toBe(true);
  });

  test.each([
    { name: "no groups", sums: [], sizes: [] },
    { name: "one group", sums: [3], sizes: [7] },
    { name: "groups of the same mean", sums: [0.1, 0.7, 0.3, 1.1], sizes: [1, 7, 3, 11] },
  ])("does not exist for $name", (input) => {
    const interval = studentisedInterval({
      sums: Float64Array.from(input.sums),
      sizes: Uint32Array.from(input.sizes),
      resamples: 50,
      seed: 1,
    });
    expect(interval).toBeNull();
  });

  test("refuses lists of different lengths and a confidence in percent", () => {
    expect(() =>
      studentisedInterval({ sums, sizes: Uint32Array.of(1), resamples: 1, seed: 1 }),
    ).toThrow(RangeError);
    expect(() =>
      studentisedInterval({ sums, sizes, resamples: 1, seed: 1, confidence: 95 }),
    ).toThrow(RangeError);
  });
});

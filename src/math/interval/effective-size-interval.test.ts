import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studentQuantile } from "../distribution/student-quantile.ts";
import { clopperPearson } from "./clopper-pearson.ts";
import { effectiveSizeInterval } from "./effective-size-interval.ts";
import { kornGraubard } from "./korn-graubard.ts";
import { scoreSpreads } from "./score-spread.ts";

const range = { low: 0, high: 1 };
const angle = (value: number) => Math.asin(Math.sqrt(value));
const none = new Float64Array(0);

describe("effectiveSizeInterval", () => {
  it("is Clopper–Pearson on as many answers as vary as much, at t", () => {
    const values = Float64Array.of(0.4, 0.5, 0.6, 0.5);
    const shifts = [...values].map((value) => angle(value) - angle(0.5));
    const error = Math.sqrt(
      (shifts.reduce((sum, shift) => sum + shift * shift, 0) / 3) * (12 / 11),
    );
    const size = (1.959963984540054 / studentQuantile(0.975, 11) / (2 * error)) ** 2;
    const expected = clopperPearson(size / 2, size);
    const found = effectiveSizeInterval({
      values,
      estimate: 0.5,
      groupCount: 12,
      range,
      jackknife: none,
      halves: values,
    })!;
    expect(found.low).toBeCloseTo(expected.low, 9);
    expect(found.high).toBeCloseTo(expected.high, 9);
    const twice = values.map((value) => 2 * value - 1);
    const double = effectiveSizeInterval({ values: twice, estimate: 0, groupCount: 12, range: { low: -1, high: 1 }, jackknife: none, halves: twice })!; // biome-ignore format: one line
    expect(double.low).toBeCloseTo(2 * expected.low - 1, 9);
  });

  it("takes the jackknife's error where that is larger", () => {
    const common = {
      values: Float64Array.of(0.4, 0.6),
      estimate: 0.5,
      groupCount: 12,
      range,
      halves: none,
    };
    const [calm, wild] = [[0.5, 0.49], [0.3, 0.7]].map((jackknife) => effectiveSizeInterval({ ...common, jackknife: Float64Array.from(jackknife) })!); // biome-ignore format: one line
    expect(calm).toEqual(effectiveSizeInterval({ ...common, jackknife: none }));
    expect(wild!.high - wild!.low).toBeGreaterThan(calm!.high - calm!.low);
  });

  it("takes off what halves score more, over √2 − 1 for root biases, and what resamples do where halves have no score", () => {
    const values = Float64Array.from({ length: 200 }, (_, at) => 0.5 + (at - 99.5) / 2000);
    const found = (halves: readonly number[], bias?: "root" | "kept") =>
      effectiveSizeInterval({
        values,
        estimate: 0.5,
        groupCount: 400,
        range,
        bias,
        jackknife: none,
        halves: Float64Array.from(halves),
      })!;
    const middle = ({ low, high }: { readonly low: number; readonly high: number }) =>
      (angle(low) + angle(high)) / 2;
    const takenOff = (bias?: "root" | "kept") =>
      middle(found([0.5, 0.5], bias)) - middle(found([0.51, 0.51], bias));
    const more = angle(0.51) - angle(0.5);
    expect(takenOff()).toBeCloseTo(more, 4);
    expect(takenOff("root")).toBeCloseTo(more / (Math.SQRT2 - 1), 3);
    expect(takenOff("kept")).toBe(0);
    expect(found([Number.NaN, Number.NaN, 0.9])).toEqual(found([Number.NaN]));
    expect(middle(found([Number.NaN]))).toBeCloseTo(angle(0.5), 3);
  });

  it("is close to Korn and Graubard's interval of a proportion, which is a score of a whole set too", () => {
    const successes = Array.from({ length: 60 }, (_, group) =>
      group % 5 === 0 ? 0 : 1 + (group % 2),
    );
    const samples = successes.map((_, group) => 1 + (group % 2));
    const groups = Uint32Array.from(
      samples.flatMap((size, group) => Array.from({ length: size }, () => group)),
    );
    const right = samples.flatMap((size, group) =>
      Array.from({ length: size }, (_, at) => (at < successes[group]! ? 1 : 0)),
    );
    const score = (weights?: ArrayLike<number>) => {
      let [sum, count] = [0, 0];
      for (const [at, value] of right.entries()) {
        sum += (weights?.[at] ?? 1) * value;
        count += weights?.[at] ?? 1;
      }
      return count === 0 ? null : sum / count;
    };
    const [spread] = scoreSpreads({
      groups,
      groupCount: 60,
      scores: [score],
      resamples: 4000,
      seed: 1,
    });
    const found = effectiveSizeInterval({ ...spread!, estimate: score()!, groupCount: 60, range })!;
    const exact = kornGraubard({ successes, samples });
    expect(found.low).toBeCloseTo(exact.low, 1.5);
    expect(found.high).toBeCloseTo(exact.high, 1.5);
  });

  it("stays in the range and holds the estimate", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const shares = fc.array(share, { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(share, shares, shares, shares, (estimate, values, jackknife, halves) => {
        const [a, b, c] = [values, jackknife, halves].map((list) => Float64Array.from(list));
        const found = effectiveSizeInterval({
          values: a!,
          estimate,
          groupCount: 20,
          range,
          jackknife: b!,
          halves: c!,
        });
        if (found === null) return;
        expect(found.low).toBeGreaterThanOrEqual(0);
        expect(found.low).toBeLessThanOrEqual(estimate);
        expect(found.high).toBeGreaterThanOrEqual(estimate);
        expect(found.high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("is null without spread", () => {
    const steady = { estimate: 1, groupCount: 12, range, jackknife: none, halves: none };
    expect(
      effectiveSizeInterval({ ...steady, values: Float64Array.of(1 - 1e-9, 1, Number.NaN) }),
    ).toBeNull();
    expect(
      effectiveSizeInterval({ ...steady, values: Float64Array.of(1 - 1e-7, 1) }),
    ).not.toBeNull();
    expect(() => effectiveSizeInterval({ ...steady, values: none, confidence: 1 })).toThrow(
      RangeError,
    );
  });
});

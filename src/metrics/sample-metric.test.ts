import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleMetric } from "./sample-metric.ts";

const metric = (kind: "proportion" | "mean") =>
  sampleMetric<number | null>({
    id: "test",
    title: "Test",
    signature: "test|v:1",
    measure: "m",
    kind,
    best: 1,
    worst: 0,
    value: (value) => value,
  });

describe("sampleMetric", () => {
  it("is the mean of the samples that count", () => {
    expect(metric("mean").prepare([0.5, null, 2])()).toBe(1.25);
    expect(metric("proportion").prepare([1, 0, null, 1])()).toBe(2 / 3);
  });

  it("has no score where nothing counts", () => {
    expect(metric("mean").prepare([])()).toBeNull();
    expect(metric("mean").prepare([null, null])()).toBeNull();
    expect(metric("mean").prepare([1, null])(Uint32Array.of(0, 5))).toBeNull();
  });

  it("weights whole and real numbers of times", () => {
    const score = metric("mean").prepare([1, null, 4]);
    expect(score(Uint32Array.of(2, 9, 1))).toBe(2);
    expect(score(Float64Array.of(0.25, 9, 0.75))).toBe(3.25);
  });

  it("takes any iterable, once", () => {
    expect(metric("proportion").prepare(new Set([0, 1]).values())()).toBe(0.5);
  });

  it("refuses contributions that are none", () => {
    expect(() => metric("proportion").prepare([0.5])).toThrow("0.5");
    expect(() => metric("mean").prepare([Number.NaN])).toThrow("NaN");
    expect(() => metric("mean").prepare([Number.POSITIVE_INFINITY])).toThrow("Infinity");
    expect(metric("mean").prepare([0.5])()).toBe(0.5);
  });

  it("refuses weights of another number of samples", () => {
    expect(() => metric("mean").prepare([1, 2])(Uint32Array.of(1))).toThrow(RangeError);
  });

  it("scores a multiset like the samples written out", () => {
    const items = fc.array(fc.tuple(fc.option(fc.constantFrom(0, 1)), fc.nat(4)), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(items, (pairs) => {
        const weights = Uint32Array.from(pairs, ([, count]) => count);
        const repeated = pairs.flatMap(([value, count]) =>
          Array.from({ length: count }, () => value),
        );
        expect(metric("proportion").prepare(pairs.map(([value]) => value))(weights)).toBe(
          metric("proportion").prepare(repeated)(),
        );
      }),
    );
  });
});

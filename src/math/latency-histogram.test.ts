import fc from "fast-check";
import { expect, it } from "vitest";
import { LatencyHistogram } from "./latency-histogram.ts";

function filled(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

const durations = fc.array(fc.double({ min: 0, max: 3_600_000, noNaN: true }), { minLength: 1 });

it("finds every percentile to a thousandth, or to a microsecond", () => {
  fc.assert(
    fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (values, fraction) => {
      const sorted = values.toSorted((a, b) => a - b);
      const rank = Math.max(1, Math.ceil(fraction * values.length - 1e-9));
      const exact = sorted[rank - 1]!;
      const found = filled(values).percentile(fraction)!;
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(Math.max(0.0006, exact / 1_000));
    }),
  );
});

it("is the same whether it was filled at once or added up", () => {
  fc.assert(
    fc.property(durations, durations, (a, b) => {
      const sum = filled(a);
      sum.add(filled(b), 2);
      const whole = filled([...a, ...b, ...b]);
      for (const fraction of [0, 0.5, 0.95, 0.99, 1])
        expect(sum.percentile(fraction)).toBe(whole.percentile(fraction));
      expect(sum.total).toBe(whole.total);
      expect(sum.meanMs).toBeCloseTo(whole.meanMs!, 6);
    }),
  );
});

it("has no percentile among requests that were never answered", () => {
  const histogram = filled([10, 20, 30]);
  expect(histogram.percentile(0.5, 1)).toBeCloseTo(20, 1);
  expect(histogram.percentile(0.95, 1)).toBeNull();
  expect(new LatencyHistogram().percentile(0.5)).toBeNull();
});

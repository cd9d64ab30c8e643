import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusteredRate } from "./clustered-rate.ts";
import { poissonInterval } from "./poisson-interval.ts";

const hours = (count: number) => Array.from({ length: count }, () => 0.5);

describe("clusteredRate", () => {
  it("is the exact Poisson interval where events are spread evenly", () => {
    const events = Array.from({ length: 20 }, (_, group) => 1 + (group % 2));
    expect(clusteredRate({ events, exposures: hours(20) })).toEqual({
      ...poissonInterval(30, 10),
      inflation: 1,
    });
  });

  it("widens by how uneven they are", () => {
    const burst = Array.from({ length: 20 }, (_, group) => (group === 0 ? 20 : 0));
    // Jackknife variance of the total: 19/20 · (19² + 19 · 1) ÷ (19/20)² = 400; t(19) =
    // 2.0930240544, z = 1.9599639845.
    const { low, high, inflation } = clusteredRate({ events: burst, exposures: hours(20) });
    expect(inflation).toBeCloseTo((400 / 20) * (2.0930240544 / 1.9599639845) ** 2, 8);
    expect(low).toBeLessThan(poissonInterval(20, 10).low / 20);
    expect(high).toBeGreaterThan(3 * poissonInterval(20, 10).high);
  });

  it("counts groups of unequal exposure for as many as weigh the same", () => {
    const events = [30, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    const [equal, unequal] = [hours(12), [6, ...hours(11).map((each) => each / 10)]];
    const narrow = clusteredRate({
      events: events.map((_, group) => (group === 0 ? 30 : 10)),
      exposures: equal,
    });
    const wide = clusteredRate({ events, exposures: unequal });
    expect(wide.high / wide.low).toBeGreaterThan(narrow.high / narrow.low);
  });

  it("has an exact one-sided limit without events: under one an hour from three hours on", () => {
    const { low, high } = clusteredRate({
      events: new Float64Array(20),
      exposures: new Float64Array(20).fill(0.15),
    });
    expect(low).toBe(0);
    expect(high).toBeCloseTo(-Math.log(0.05) / 3, 12);
    expect(high).toBeLessThan(1);
  });

  it("holds the rate, is never narrower than Poisson, and does not depend on the unit or on groups without exposure", () => {
    const group = fc.record({
      events: fc.nat(9),
      exposure: fc.double({ min: 0.1, max: 9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(group, { minLength: 2, maxLength: 30 }), (groups) => {
        const events = groups.map((each) => each.events);
        const exposures = groups.map(({ exposure }) => exposure);
        const total = exposures.reduce((sum, each) => sum + each, 0);
        const count = events.reduce((sum, each) => sum + each, 0);
        const found = clusteredRate({ events, exposures });
        const even = poissonInterval(count, total);
        expect(found.low).toBeLessThanOrEqual(count / total);
        expect(found.high).toBeGreaterThanOrEqual(count / total);
        if (count > 0) {
          expect(found.low).toBeLessThanOrEqual(even.low * (1 + 1e-9));
          expect(found.high).toBeGreaterThanOrEqual(even.high * (1 - 1e-9));
        }
        const minutes = clusteredRate({
          events: [...events, 0],
          exposures: [...exposures.map((each) => 60 * each), 0],
        });
        expect(60 * minutes.high).toBeCloseTo(found.high, 6);
      }),
    );
  });

  it("refuses lists of different lengths", () => {
    expect(() => clusteredRate({ events: [1], exposures: [1, 2] })).toThrow(RangeError);
  });
});

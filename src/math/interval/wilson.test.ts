import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearson } from "./clopper-pearson.ts";
import { wilson } from "./wilson.ts";

const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }));

describe.each([
  { name: "wilson", interval: wilson },
  { name: "clopperPearson", interval: clopperPearson },
])("$name", ({ interval }) => {
  test("knows nothing without trials", () => {
    expect(interval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  test("ends at 0 and 1 when all trials agree", () => {
    expect(interval(0, 20).low).toBe(0);
    expect(interval(20, 20).high).toBe(1);
  });

  test.each([
    [-1, 5],
    [6, 5],
    [Number.NaN, 5],
    [1, Number.POSITIVE_INFINITY],
  ])("refuses %d of %d", (successes, trials) => {
    expect(() => interval(successes, trials)).toThrow(RangeError);
  });

  test.each([0, 1, 95, Number.NaN])("refuses a confidence of %d", (confidence) => {
    expect(() => interval(1, 2, confidence)).toThrow(RangeError);
  });

  test("contains the proportion, stays in [0, 1], mirrors, and shrinks with more trials", () => {
    fc.assert(
      fc.property(share, fc.double({ min: 1, max: 1e5, noNaN: true }), (proportion, trials) => {
        const successes = proportion * trials;
        const { low, high } = interval(successes, trials);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(proportion + 1e-12);
        expect(high).toBeGreaterThanOrEqual(proportion - 1e-12);
        expect(high).toBeLessThanOrEqual(1);
        const mirrored = interval(trials - successes, trials);
        expect(1 - mirrored.high).toBeCloseTo(low, 9);
        const more = interval(successes * 2, trials * 2);
        expect(more.high - more.low).toBeLessThan(high - low);
      }),
    );
  });
});

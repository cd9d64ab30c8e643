import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearson } from "./clopper-pearson.ts";
import { kornGraubard } from "./korn-graubard.ts";

const group = fc
  .integer({ min: 1, max: 12 })
  .chain((size) => fc.integer({ min: 0, max: size }).map((right) => ({ right, size })));

function totals(groups: readonly { readonly right: number; readonly size: number }[]) {
  return { successes: groups.map(({ right }) => right), samples: groups.map(({ size }) => size) };
}

describe("kornGraubard", () => {
  test("knows nothing without samples", () => {
    expect(kornGraubard({ successes: [], samples: [] })).toEqual({ low: 0, high: 1 });
    expect(kornGraubard({ successes: [0], samples: [0] })).toEqual({ low: 0, high: 1 });
  });

  test.each([
    { name: "all right", right: 4 },
    { name: "all wrong", right: 0 },
    { name: "the same share everywhere", right: 1 },
  ])("takes groups for trials where they do not differ: $name", ({ right }) => {
    const groups = Array.from({ length: 12 }, () => ({ right, size: 4 }));
    expect(kornGraubard(totals(groups))).toEqual(clopperPearson((right / 4) * 12, 12));
  });

  test("takes a single group for one trial", () => {
    expect(kornGraubard({ successes: [30], samples: [30] })).toEqual(clopperPearson(1, 1));
  });

  test("ignores groups without samples", () => {
    expect(kornGraubard({ successes: [1, 0, 2, 3], samples: [2, 0, 3, 3] })).toEqual(
      kornGraubard({ successes: [1, 2, 3], samples: [2, 3, 3] }),
    );
  });

  test("counts groups when samples within them always agree, and samples when each is a group", () => {
    const agreeing = Array.from({ length: 40 }, (_, index) => ({
      right: index < 30 ? 5 : 0,
      size: 5,
    }));
    const single = agreeing.map(({ right }) => ({ right: right / 5, size: 1 }));
    // The variance divides by groups − 1, so that the effective size is 39 of 40.
    const { low, high } = clopperPearson(0.75 * 39, 39);
    expect(kornGraubard(totals(single)).low).toBeCloseTo(low, 12);
    expect(kornGraubard(totals(single)).high).toBeCloseTo(high, 12);
    const wide = kornGraubard(totals(agreeing));
    expect(wide.low).toBeLessThan(low);
    expect(wide.high).toBeGreaterThan(high);
  });

  test("refuses lists of different lengths and more right than there are", () => {
    expect(() => kornGraubard({ successes: [1], samples: [1, 2] })).toThrow(RangeError);
    expect(() => kornGraubard({ successes: [3, 1], samples: [1, 1] })).toThrow(RangeError);
  });

  test("contains the proportion, stays in [0, 1], and shrinks with more groups of the same kind", () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 2, maxLength: 30 }), (groups) => {
        const { low, high } = kornGraubard(totals(groups));
        const share =
          groups.reduce((sum, { right }) => sum + right, 0) /
          groups.reduce((sum, { size }) => sum + size, 0);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
        expect(high).toBeLessThanOrEqual(1);
        const more = kornGraubard(totals([...groups, ...groups]));
        expect(more.high - more.low).toBeLessThan(high - low);
      }),
    );
  });
});

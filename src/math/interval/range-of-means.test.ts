import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupedAnswers } from "../../../test/fakes/fake-grouped-answers.ts";
import { rangeInterval } from "./range-of-means.ts";

const once = (groups: number) => new Float64Array(groups).fill(1);
const interval = (sums: readonly Float64Array[], sizes = once(sums[0]!.length)) =>
  rangeInterval({ sums, sizes, resamples: 400, seed: 1 });

describe("rangeInterval", () => {
  it("is none where no resample differs, or there is nothing to compare", () => {
    expect(interval([once(20), new Float64Array(20)])).toBeNull();
    expect(interval([Float64Array.of(1), Float64Array.of(0)])).toBeNull();
    expect(interval([Float64Array.of(1, 0, 1)])).toBeNull();
  });

  it("refuses sums of other groups than the sizes, and a confidence that is none", () => {
    expect(() => interval([once(3), once(2)], once(3))).toThrow(RangeError);
    expect(() =>
      rangeInterval({
        sums: [once(3), once(3)],
        sizes: once(3),
        resamples: 10,
        seed: 1,
        confidence: 1,
      }),
    ).toThrow(RangeError);
  });

  it("holds the range that was seen, and does not depend on the order of conditions", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 2, max: 5 }),
        (seed, groups, conditions) => {
          const { sums, sizes } = groupedAnswers(seed, groups, Array(conditions).fill(0.6));
          const found = interval(sums, sizes);
          expect(interval(sums.toReversed(), sizes)).toEqual(found);
          if (!found) return;
          const n = sizes.reduce((sum, size) => sum + size, 0);
          const totals = sums.map((own) => own.reduce((sum, one) => sum + one, 0) / n);
          const range = Math.max(...totals) - Math.min(...totals);
          expect(found.low).toBeGreaterThanOrEqual(0);
          expect(found.low).toBeLessThanOrEqual(range + 1e-12);
          expect(found.high).toBeGreaterThanOrEqual(range);
        },
      ),
    );
  });

  it.each([
    ["nothing but chance", [0.6, 0.6, 0.6, 0.6], 0],
    ["a preference", [0.8, 0.6, 0.6, 0.6], 0.2],
  ] as const)("covers the truth at least as often as it says, under %s", (_, shares, truth) => {
    const sets = 300;
    let covered = 0;
    for (let seed = 0; seed < sets; seed++) {
      const { sums, sizes } = groupedAnswers(seed, 20, shares);
      const found = interval(sums, sizes)!;
      if (found.low <= truth + 1e-12 && truth <= found.high) covered++;
    }
    // Three standard errors.
    expect(covered / sets).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / sets));
  });
});

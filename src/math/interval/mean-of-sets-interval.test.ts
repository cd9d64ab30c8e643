import { describe, expect, it } from "vitest";
import { seededRandom } from "../seeded-random.ts";
import { scaleOf } from "./arcsine-scale.ts";
import { bootstrapInterval } from "./bootstrap-interval.ts";
import { meanOfSetsInterval, type SetScore } from "./mean-of-sets-interval.ts";

/** A set whose resampled scores lie evenly around the estimate, in an order of their own. */
function set(
  estimate: number,
  reach: number,
  { groupCount = 20, order = "a", draw = "counts" as SetScore["draw"] } = {},
): SetScore {
  const count = 999;
  const random = seededRandom(1, order);
  const keys = Array.from({ length: count }, () => random());
  const values = Array.from(
    { length: count },
    (_, at) => estimate + reach * ((2 * at) / (count - 1) - 1),
  );
  const mixed = keys.map((key, at) => [key, values[at]!] as const).sort(([a], [b]) => a - b);
  return { estimate, values: Float64Array.from(mixed, ([, value]) => value), groupCount, draw };
}

const width = ({ low, high }: { readonly low: number; readonly high: number }) => high - low;

describe("the interval of a mean over sets", () => {
  it.each([undefined, { low: 0, high: 1 }])(
    "is that of the set where there is one alone (range %o)",
    (range) => {
      for (const draw of ["counts", "dirichlet"] as const) {
        const only = set(0.7, 0.1, { draw, groupCount: 12 });
        const { to, from } = scaleOf(range);
        const onScale = bootstrapInterval({
          ...only,
          values: only.values.map(to),
          estimate: to(only.estimate),
        })!;
        const alone = { low: from(onScale.low), high: from(onScale.high) };
        const found = meanOfSetsInterval({ sets: [only], ...(range && { range }) })!;
        expect(found.low).toBeCloseTo(alone.low, 9);
        expect(found.high).toBeCloseTo(alone.high, 9);
      }
    },
  );

  it("narrows with the square root of how many sets there are, each resampled by itself", () => {
    const sets = ["a", "b", "c", "d"].map((order) => set(0.5, 0.1, { order, groupCount: 400 }));
    const one = meanOfSetsInterval({ sets: sets.slice(0, 1) })!;
    expect(width(meanOfSetsInterval({ sets })!) / width(one)).toBeCloseTo(1 / 2, 1);
  });

  it("is wider where the set that varies has few groups, and does not care how many the others have", () => {
    const steady = set(0.9, 0, { groupCount: 3, order: "b" });
    const many = meanOfSetsInterval({ sets: [set(0.5, 0.1, { groupCount: 50 }), steady] })!;
    const few = meanOfSetsInterval({ sets: [set(0.5, 0.1, { groupCount: 3 }), steady] })!;
    const others = meanOfSetsInterval({
      sets: [set(0.5, 0.1, { groupCount: 50 }), { ...steady, groupCount: 500 }],
    })!;
    expect(width(few)).toBeGreaterThan(2 * width(many));
    expect(width(others)).toBeCloseTo(width(many), 12);
  });

  it("does not exist where a set has one group, or nothing varies", () => {
    expect(
      meanOfSetsInterval({ sets: [set(0.5, 0.1), set(0.5, 0.1, { groupCount: 1 })] }),
    ).toBeNull();
    expect(meanOfSetsInterval({ sets: [set(0.5, 0), set(0.7, 0)] })).toBeNull();
  });

  it("stays within the range and holds the estimate", () => {
    const { low, high } = meanOfSetsInterval({
      sets: [set(0.98, 0.3), set(0.97, 0.3, { order: "b" })],
      range: { low: 0, high: 1 },
    })!;
    expect(low).toBeLessThan(0.975);
    expect(high).toBeGreaterThanOrEqual(0.975);
    expect(high).toBeLessThanOrEqual(1);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CorpusMetric } from "../../core/scores/metric.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { gwetAc1 } from "./gwet-ac1.ts";
import { intraclassCorrelation } from "./intraclass-correlation.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { krippendorffAlphaInterval } from "./krippendorff-alpha-interval.ts";
import { pabak } from "./pabak.ts";
import type { HasNumericRatings, HasRatings } from "./rating-table.ts";

const categories = ["low", "middle", "high"];
const nominal: readonly CorpusMetric<HasRatings>[] = [
  cohenKappa("m"),
  cohenKappa("m", { categories }),
  cohenKappa("m", { weights: "linear", categories }),
  cohenKappa("m", { weights: "quadratic", categories }),
  pabak("m", { categories }),
  gwetAc1("m", { categories }),
  fleissKappa("m"),
  krippendorffAlpha("m"),
];
const numeric: readonly CorpusMetric<HasNumericRatings>[] = [
  krippendorffAlphaInterval("m"),
  intraclassCorrelation("m"),
];
const ratings = <T>(rating: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(fc.record({ ratings: fc.tuple(rating, rating) }), fc.nat(3)));

function checkLaws<T>(metric: CorpusMetric<T>, items: fc.Arbitrary<[T, number][]>): void {
  fc.assert(
    fc.property(items, (pairs) => {
      const repeated = pairs.flatMap(([item, count]) => Array.from({ length: count }, () => item));
      const value =
        metric.prepare(pairs.map(([item]) => item))(
          Uint32Array.from(pairs, ([, count]) => count),
        ) ?? -9;
      expect(value).toBeLessThanOrEqual(1 + 1e-12);
      if (metric.worst !== null && value !== -9)
        expect(value).toBeGreaterThanOrEqual(metric.worst - 1e-12);
      expect(value).toBeCloseTo(metric.prepare(repeated.toReversed())() ?? -9, 9);
    }),
  );
}

describe.each(nominal)("$signature", (metric) => {
  it("is bounded, without order, and takes weights as repetitions", () =>
    checkLaws(metric, ratings(fc.constantFrom(...categories))));

  it("is 1 where raters agree on more than one category, and not defined without items", () => {
    expect(
      metric.prepare([{ ratings: ["low", "low"] }, { ratings: ["high", "high"] }])(),
    ).toBeCloseTo(1, 12);
    expect(metric.prepare([])()).toBeNull();
    expect(metric.prepare([{ ratings: ["low", null] }])()).toBeNull();
  });

  it("does not count an item that one of two raters left out", () => {
    expect(metric.counts!({ ratings: ["low", null] })).toBe(false);
    expect(metric.counts!({ ratings: ["low", "high"] })).toBe(true);
  });

  it("refuses weights of another number of items", () => {
    expect(() => metric.prepare([{ ratings: ["low", "low"] }])(Uint32Array.of(1, 1))).toThrow(
      RangeError,
    );
  });
});

describe.each(numeric)("$signature", (metric) => {
  it("is bounded, without order, and takes weights as repetitions", () =>
    checkLaws(metric, ratings(fc.integer({ min: 0, max: 5 }))));

  it("is 1 for equal ratings of different items, and not defined where nothing varies", () => {
    expect(metric.prepare([{ ratings: [1, 1] }, { ratings: [4, 4] }])()).toBeCloseTo(1, 12);
    expect(metric.prepare([{ ratings: [2, 2] }, { ratings: [2, 2] }])()).toBeNull();
    expect(metric.prepare([])()).toBeNull();
  });

  it("does not change with the origin of the scale", () => {
    const items = [
      [1, 2],
      [3, 3],
      [5, 4],
      [2, 2],
    ] as const;
    const shifted = items.map(([a, b]) => ({ ratings: [a + 1e6, b + 1e6] }));
    expect(metric.prepare(shifted)()).toBeCloseTo(
      metric.prepare(items.map((pair) => ({ ratings: pair })))()!,
      9,
    );
  });
});

describe("published values", () => {
  it("ICC(2,1) of the six targets and four judges of Shrout and Fleiss is .29", () => {
    const rows = [
      [9, 2, 5, 8],
      [6, 1, 3, 2],
      [8, 4, 6, 8],
      [7, 1, 2, 6],
      [10, 5, 6, 9],
      [6, 2, 4, 7],
    ];
    expect(intraclassCorrelation("m").prepare(rows.map((row) => ({ ratings: row })))()).toBeCloseTo(
      0.2898,
      4,
    );
  });

  it("PABAK and AC1 stay high where kappa collapses at a skewed prevalence", () => {
    const table = [
      ["y", "y", 90],
      ["y", "n", 5],
      ["n", "y", 5],
    ] as const;
    const items = table.flatMap(([a, b, count]) =>
      Array.from({ length: count }, () => ({ ratings: [a, b] })),
    );
    expect(cohenKappa("m").prepare(items)()).toBeCloseTo((0.9 - 0.905) / (1 - 0.905), 12);
    expect(pabak("m").prepare(items)()).toBeCloseTo(0.8, 12);
    expect(gwetAc1("m").prepare(items)()).toBeCloseTo((0.9 - 0.095) / (1 - 0.095), 12);
  });
});

describe("misuse", () => {
  it("weighted kappa needs the order of the categories", () => {
    expect(() => cohenKappa("m", { weights: "linear" })).toThrow(TypeError);
  });

  it("a rating outside the stated categories is refused", () => {
    expect(() => pabak("m", { categories: ["a", "b"] }).prepare([{ ratings: ["a", "x"] }])).toThrow(
      '"x"',
    );
  });

  it("Fleiss' kappa and ICC need as many ratings for every item", () => {
    expect(() =>
      fleissKappa("m").prepare([{ ratings: ["a", "b"] }, { ratings: ["a", "b", "b"] }]),
    ).toThrow("2 and 3");
    expect(() =>
      intraclassCorrelation("m").prepare([{ ratings: [1, 2] }, { ratings: [1, 2, 3] }]),
    ).toThrow("2 and 3");
  });

  it("signatures name the categories", () => {
    expect(cohenKappa("m").signature).toBe("cohen-kappa|categories:observed|weights:none|v:1");
    expect(gwetAc1("m", { categories }).signature).toBe("gwet-ac1|categories:low,middle,high|v:1");
  });
});

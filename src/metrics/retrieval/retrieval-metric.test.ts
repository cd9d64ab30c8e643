import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averagePrecision } from "./average-precision.ts";
import { bpref } from "./bpref.ts";
import { hit } from "./hit.ts";
import { ndcg } from "./ndcg.ts";
import { precision } from "./precision.ts";
import { rPrecision } from "./r-precision.ts";
import { type RankedRelevance, rankedRelevance } from "./ranked-relevance.ts";
import { recall } from "./recall.ts";
import { reciprocalRank } from "./reciprocal-rank.ts";
import type { RetrievalOptions } from "./retrieval-metric.ts";

const withCutoff = (k: number, options: RetrievalOptions = {}) => [
  hit("m", { k, ...options }),
  recall("m", { k, ...options }),
  precision("m", { k, ...options }),
  precision("m", { k, by: "returned", ...options }),
  reciprocalRank("m", { k, ...options }),
  averagePrecision("m", { k, ...options }),
  ndcg("m", { k, ...options }),
  ndcg("m", { k, gain: "exponential", ...options }),
];
const wholeList = (options: RetrievalOptions = {}) => [
  recall("m", { k: "all", ...options }),
  precision("m", { k: "all", by: "returned", ...options }),
  reciprocalRank("m", options),
  averagePrecision("m", options),
  ndcg("m", options),
  rPrecision("m", options),
  bpref("m", options),
];
const all = (options: RetrievalOptions = {}) => [...withCutoff(3, options), ...wholeList(options)];

const nothingToFind: RankedRelevance = {
  gains: [0, -1],
  idealGains: [],
  judgedNonrelevant: 1,
  missing: false,
};
const notAnswered: RankedRelevance = {
  gains: [],
  idealGains: [1],
  judgedNonrelevant: 0,
  missing: true,
};
const perfect: RankedRelevance = {
  gains: [1],
  idealGains: [1],
  judgedNonrelevant: 0,
  missing: false,
};

/** Some of ten documents judged, some of them returned, in any order. */
const query: fc.Arbitrary<RankedRelevance> = fc
  .record({
    judged: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 9 }).map(String), fc.integer({ min: -1, max: 4 })),
      { maxLength: 12 },
    ),
    returned: fc.array(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 14 }),
  })
  .map(({ judged, returned }) => rankedRelevance(returned, new Map(judged)));

describe("the rules of all retrieval metrics", () => {
  it.each(all())(
    "$signature: leaves out queries without ground truth, gives missing ones 0",
    (metric) => {
      expect([nothingToFind, notAnswered, perfect].map((item) => metric.value(item))).toEqual([
        null,
        0,
        metric.id === "precision@3" ? 1 / 3 : 1,
      ]);
      expect(metric.prepare([nothingToFind])()).toBeNull();
      expect(metric.prepare([])()).toBeNull();
    },
  );

  it.each(all({ noTruth: "zero", missing: "skip" }))(
    "$signature: the other way round on request",
    (metric) => {
      expect([nothingToFind, notAnswered].map((item) => metric.value(item))).toEqual([0, null]);
      expect(metric.value({ ...nothingToFind, missing: true })).toBeNull();
    },
  );

  it("keeps a query without ground truth in the denominator, as VIGIL's unit test pins it", () => {
    expect(recall("m", { k: 5, noTruth: "zero" }).prepare([nothingToFind, perfect])()).toBe(0.5);
    expect(recall("m", { k: 5 }).prepare([nothingToFind, perfect])()).toBe(1);
  });

  it("reads relevance from minGain on, except for nDCG", () => {
    const graded: RankedRelevance = {
      gains: [1, 2],
      idealGains: [2, 1],
      judgedNonrelevant: 0,
      missing: false,
    };
    expect(reciprocalRank("m").value(graded)).toBe(1);
    expect(reciprocalRank("m", { minGain: 2 }).value(graded)).toBe(1 / 2);
    expect(reciprocalRank("m", { minGain: 3 }).value(graded)).toBeNull();
    expect(() => recall("m", { k: 1, minGain: Number.NaN })).toThrow(RangeError);
  });

  it("says every parameter", () => {
    expect(recall("m", { k: 5 }).signature).toBe(
      "recall|k:5|minGain:0|missing:zero|noTruth:skip|v:1",
    );
    expect(ndcg("m", { k: 5 }).signature).toBe(
      "ndcg|discount:log2(rank+1)|gain:linear|k:5|missing:zero|noTruth:skip|v:1",
    );
    expect(
      new Set([...all(), ...all({ minGain: 2, noTruth: "zero" })].map(({ signature }) => signature))
        .size,
    ).toBe(2 * all().length);
    expect(new Set(all().map(({ id }) => id)).size).toBe(all().length);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses k = %s", (k) => {
    expect(() => hit("m", { k })).toThrow(RangeError);
  });

  it("has what a perfect ranking reaches as its ceiling", () => {
    const many: RankedRelevance = {
      gains: [],
      idealGains: [1, 1, 1, 1],
      judgedNonrelevant: 0,
      missing: false,
    };
    expect(recall("m", { k: 2 }).ceiling!([many, perfect])).toBe((0.5 + 1) / 2);
    expect(precision("m", { k: 2 }).ceiling!([many, perfect])).toBe((1 + 0.5) / 2);
    expect(precision("m", { k: 2 }).ceiling!([notAnswered])).toBe(0.5);
    expect(hit("m", { k: 2, noTruth: "zero" }).ceiling!([nothingToFind, perfect])).toBe(0.5);
    expect(hit("m", { k: 2 }).ceiling!([])).toBe(1);
  });
});

describe("properties", () => {
  it("every metric stays within 0 and its ceiling", () => {
    fc.assert(
      fc.property(query, (item) => {
        for (const metric of all()) {
          const value = metric.value(item);
          if (value === null) continue;
          expect(value, metric.id).toBeGreaterThanOrEqual(0);
          // Divided by what was returned, a shorter list than the ideal one can have a higher
          // share.
          const limit = metric.id.endsWith("returned") ? 1 : metric.ceiling!([item]);
          expect(value, metric.id).toBeLessThanOrEqual(limit + 1e-12);
        }
      }),
    );
  });

  it("recall, hit and MAP never fall as k grows, and end at the whole list", () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 15 }), (item, k) => {
        for (const make of [hit, recall, averagePrecision, reciprocalRank]) {
          expect(make("m", { k: k + 1 }).value(item) ?? 0).toBeGreaterThanOrEqual(
            make("m", { k }).value(item) ?? 0,
          );
        }
        expect(recall("m", { k: 20 }).value(item)).toBe(recall("m", { k: "all" }).value(item));
        expect(ndcg("m", { k: 20 }).value(item)).toBe(ndcg("m").value(item));
      }),
    );
  });

  it("hit@1 is 1 exactly where the reciprocal rank is 1, and recall@1 then 1 ÷ the number of relevant items", () => {
    fc.assert(
      fc.property(query, (item) => {
        const first = hit("m", { k: 1 }).value(item);
        expect(first === 1).toBe(reciprocalRank("m").value(item) === 1);
        if (first !== null)
          expect(recall("m", { k: 1 }).value(item)).toBe(first / item.idealGains.length);
      }),
    );
  });

  it("the order below k changes nothing", () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 6 }), (item, k) => {
        const turned = {
          ...item,
          gains: [...item.gains.slice(0, k), ...item.gains.slice(k).reverse()],
        };
        for (const metric of withCutoff(k))
          expect(metric.value(turned), metric.id).toBe(metric.value(item));
      }),
    );
  });

  it("R-precision is precision@R and recall@R", () => {
    fc.assert(
      fc.property(
        query.filter(({ idealGains }) => idealGains.length > 0),
        (item) => {
          const k = item.idealGains.length;
          expect(rPrecision("m").value(item)).toBe(precision("m", { k }).value(item));
          expect(rPrecision("m").value(item)).toBe(recall("m", { k }).value(item));
        },
      ),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metricPages } from "../../../test/support/metric-offers.ts";
import type { HasMoments, HasSaliency } from "./has-moments.ts";
import { highlightHit } from "./highlight-hit.ts";
import { highlightMap } from "./highlight-map.ts";
import { groundingMetrics, highlightMetrics, momentMaps } from "./index.ts";
import { momentMap } from "./moment-map.ts";
import { momentRecall } from "./moment-recall.ts";

const measure = "m";
const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });
const query = (
  truths: readonly (readonly [number, number])[],
  ...found: readonly (readonly [number, number, number?])[]
): HasMoments => ({
  truths: truths.map(([start, end]) => span(start, end)),
  found: found.map(([start, end, confidence = 1]) => ({ ...span(start, end), confidence })),
});

describe("the ceiling of moment mAP", () => {
  const spans = (maxLength: number) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(1, 4, 9, 10, 11, 20, 30, 31, 50))
        .map(([start, length]) => [start, start + length] as const),
      { maxLength },
    );

  it("is reached by the moments that count, and exceeded by no list, not even of the truth in another order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(spans(14), spans(4), fc.nat()), { minLength: 1, maxLength: 4 }),
        (queries) => {
          const lists = queries.map(([truths, others, turn]) => {
            const all = [...truths, ...others];
            const at = all.length === 0 ? 0 : turn % all.length;
            return query(
              truths,
              ...[...all.slice(at), ...all.slice(0, at)].map(
                ([start, end], rank) => [start, end, 1 / (rank + 1)] as const,
              ),
            );
          });
          for (const metric of momentMaps(measure)) {
            const score = metric.prepare(lists)();
            if (score !== null)
              expect(score, metric.id).toBeLessThanOrEqual(metric.ceiling!(lists) + 1e-12);
          }
        },
      ),
    );
    const mixed = [
      query(
        [
          [0, 40],
          [50, 55],
        ],
        [0, 40],
        [50, 55],
      ),
    ];
    const short = momentMap({ measure, length: "short" });
    expect(short.prepare(mixed)()).toBe(0.5);
    expect(short.ceiling!(mixed)).toBe(1);
  });
});

describe("moment recall", () => {
  it.each([
    { name: "no truth", of: query([], [0, 10]), options: {}, expected: null },
    { name: "nothing found", of: query([[0, 10]]), options: {}, expected: 0 },
    { name: "tIoU at the threshold", of: query([[0, 10]], [0, 5]), options: {}, expected: 1 },
    {
      name: "tIoU at the threshold, to be exceeded",
      of: query([[0, 10]], [0, 5]),
      options: { compare: "exceed" },
      expected: 0,
    },
    {
      name: "the second truth",
      of: query(
        [
          [50, 60],
          [0, 10],
        ],
        [0, 9],
      ),
      options: {},
      expected: 1,
    },
    {
      name: "the second moment found",
      of: query([[0, 10]], [50, 60], [0, 10]),
      options: {},
      expected: 0,
    },
    {
      name: "the second moment found, at 2",
      of: query([[0, 10]], [50, 60], [0, 10]),
      options: { k: 2 },
      expected: 1,
    },
    {
      name: "the order given, not the confidence",
      of: query([[0, 10]], [0, 10, 0.1], [50, 60, 0.9]),
      options: {},
      expected: 1,
    },
    {
      name: "a short truth of 10 s",
      of: query([[0, 10]], [0, 10]),
      options: { length: "short" },
      expected: 1,
    },
    {
      name: "a short truth, asked for middle ones",
      of: query([[0, 10]], [0, 10]),
      options: { length: "middle" },
      expected: null,
    },
    {
      name: "a long truth that is found and a short one that is not",
      of: query(
        [
          [0, 40],
          [50, 55],
        ],
        [0, 40],
      ),
      options: { length: "short" },
      expected: 0,
    },
  ] as const)("of $name", ({ of, options, expected }) => {
    expect(momentRecall({ measure, minIou: 0.5, ...options }).value(of)).toBe(expected);
  });

  it("refuses thresholds and ranks that are none", () => {
    expect(() => momentRecall({ measure, minIou: 0 })).toThrow(RangeError);
    expect(() => momentRecall({ measure, minIou: 0.5, k: 0 })).toThrow(RangeError);
  });
});

describe("moment mAP", () => {
  const at = (minIou: number, of: HasMoments, most?: number) =>
    momentMap({ measure, tiou: [minIou], ...(most && { most }) }).value(of);

  it("takes the last of truths of equal tIoU", () => {
    const found = [
      [2.5, 12.5, 0.9],
      [0, 9, 0.8],
    ] as const;
    const truths = [
      [0, 10],
      [5, 15],
    ] as const;
    expect(at(0.5, query(truths, ...found))).toBe(1);
    expect(at(0.5, query(truths.toReversed(), ...found))).toBe(0.5);
  });

  it.each([
    { name: "no truth", of: query([], [0, 10]), expected: null },
    { name: "nothing found", of: query([[0, 10]]), expected: 0 },
    { name: "one found first", of: query([[0, 10]], [0, 10]), expected: 1 },
    {
      name: "one found second by confidence",
      of: query([[0, 10]], [0, 10, 0.1], [50, 60, 0.9]),
      expected: 1 / 2,
    },
    {
      name: "a truth found twice",
      of: query(
        [
          [0, 10],
          [50, 60],
        ],
        [0, 10, 0.9],
        [0, 10, 0.8],
        [50, 60, 0.7],
      ),
      expected: (1 + 2 / 3) / 2,
    },
    {
      name: "precision that rises again",
      of: query(
        [
          [0, 10],
          [50, 60],
        ],
        [90, 95, 0.9],
        [0, 10, 0.8],
        [50, 60, 0.7],
      ),
      expected: 2 / 3,
    },
    {
      name: "one of two found",
      of: query(
        [
          [0, 10],
          [50, 60],
        ],
        [0, 10],
      ),
      expected: 1 / 2,
    },
  ] as const)("of $name", ({ of, expected }) => {
    expect(at(0.5, of)).toBe(expected);
  });

  it("reads the first moments as given", () => {
    const late = query([[0, 10]], [50, 60, 0.1], [0, 10, 0.9]);
    expect(at(0.5, late, 1)).toBe(0);
    expect(at(0.5, late)).toBe(1);
  });

  it("lets a moment take the truth it overlaps most", () => {
    expect(
      at(
        0.5,
        query(
          [
            [0, 8],
            [0, 10],
          ],
          [0, 10, 0.9],
          [0, 8, 0.8],
        ),
      ),
    ).toBe(1);
  });

  it("is never above recall at as many moments", () => {
    const moment = fc
      .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 20 }))
      .map(([start, length]) => [start, start + length] as const);
    fc.assert(
      fc.property(
        fc.array(moment, { minLength: 1, maxLength: 3 }),
        fc.array(moment, { maxLength: 8 }),
        (truths, found) => {
          const of = query(truths, ...found);
          expect(at(0.5, of)!).toBeLessThanOrEqual(
            momentRecall({ measure, minIou: 0.5, k: 10 }).value(of)!,
          );
        },
      ),
    );
  });

  it("refuses thresholds and numbers that are none", () => {
    for (const options of [{ tiou: [] }, { tiou: [1.5] }, { most: 0 }])
      expect(() => momentMap({ measure, ...options })).toThrow(RangeError);
  });
});

describe("highlights", () => {
  const saliency = (
    scores: readonly number[],
    ...grades: readonly (readonly number[])[]
  ): HasSaliency => ({
    scores,
    clipCount: grades.length,
    graded: grades.flatMap((own, clip) => (own.length === 0 ? [] : [{ clip, grades: own }])),
  });

  it.each([
    { name: "nothing graded", of: saliency([1, 2], [], []), map: null, hit: 0 },
    { name: "the best clip first", of: saliency([9, 1], [4], [0]), map: 1, hit: 1 },
    { name: "the best clip last", of: saliency([1, 9], [4], [0]), map: 1 / 2, hit: 0 },
    { name: "no clip that good", of: saliency([9, 1], [3], [0]), map: 0, hit: 0 },
    { name: "one of two raters", of: saliency([9, 1], [4, 0], [0, 0]), map: 1 / 2, hit: 1 },
    { name: "equal scores as one step", of: saliency([5, 5, 1], [4], [4], [4]), map: 1, hit: 1 },
    {
      name: "equal scores, of which the first is the top",
      of: saliency([5, 5], [0], [4]),
      map: 1 / 2,
      hit: 0,
    },
    { name: "no scores, which are 0", of: saliency([], [4], [0]), map: 1 / 2, hit: 0 },
    {
      name: "a highest score past the last clip",
      of: saliency([5, 1, 9], [4], [0]),
      map: 1,
      hit: 0,
    },
  ])("of $name", ({ of, map, hit }) => {
    expect(highlightMap({ measure, grade: "very-good" }).value(of)).toBe(map);
    expect(highlightHit({ measure, grade: "very-good" }).value(of)).toBe(hit);
  });

  it("has what raters allow as its ceiling", () => {
    const none = saliency([1, 2], [3, 4], [0, 0]);
    const some = saliency([2, 1], [4, 4], [0, 0]);
    expect(highlightHit({ measure, grade: "very-good" }).ceiling!([none, some])).toBe(1);
    expect(highlightMap({ measure, grade: "very-good" }).ceiling!([none, some])).toBe(3 / 4);
    expect(highlightMap({ measure, grade: "good" }).ceiling!([none, some])).toBe(1);
    expect(highlightHit({ measure, grade: "fair" }).ceiling!([saliency([1], [1])])).toBe(0);
  });
});

it("lists what QVHighlights prints, each with a page", async () => {
  const all = [
    ...groundingMetrics(measure, "reach"),
    ...momentMaps(measure),
    ...highlightMetrics(measure),
  ];
  expect(all.map(({ id }) => id)).toEqual([
    "moment-r1@0.5",
    "moment-r1@0.7",
    "moment-r1@0.3",
    "moment-r5@0.5",
    "moment-r5@0.7",
    "moment-r5@0.3",
    "moment-iou",
    "moment-map",
    "moment-map@0.5",
    "moment-map@0.75",
    "moment-map-short",
    "moment-map-middle",
    "moment-map-long",
    "highlight-map-fair",
    "highlight-hit@1-fair",
    "highlight-map-good",
    "highlight-hit@1-good",
    "highlight-map-very-good",
    "highlight-hit@1-very-good",
  ]);
  const signed = (await metricPages()).flatMap(({ signatures }) =>
    signatures.map((signature) => signature.split("|")[0]),
  );
  for (const { signature } of all) expect(signed).toContain(signature.split("|")[0]);
});

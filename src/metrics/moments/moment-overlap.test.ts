import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HasMoments } from "./has-moments.ts";
import { momentIou, momentOverlap, overlapRecall } from "./moment-overlap.ts";
import { momentRecall } from "./moment-recall.ts";

const span = (startSeconds: number, endSeconds: number) => ({
  startSeconds,
  endSeconds,
  confidence: 1,
});
const query = (
  truths: readonly (readonly [number, number])[],
  found: readonly (readonly [number, number])[],
): HasMoments => ({
  truths: truths.map(([start, end]) => span(start, end)),
  found: found.map(([start, end]) => span(start, end)),
});

describe("the overlap of the first moments", () => {
  it.each([
    ["no truths", query([], [[0, 1]]), { first: null, firstFive: null, most: null }],
    ["nothing found", query([[0, 10]], []), { first: 0, firstFive: 0, most: 1 }],
    [
      "the best of all truths",
      query(
        [
          [0, 10],
          [20, 30],
        ],
        [[20, 25]],
      ),
      { first: 0.5, firstFive: 0.5, most: 1 },
    ],
    [
      "the second better",
      query(
        [[0, 10]],
        [
          [0, 20],
          [0, 10],
        ],
      ),
      { first: 0.5, firstFive: 1, most: 1 },
    ],
    [
      "the sixth too late",
      query(
        [[0, 10]],
        [
          [50, 60],
          [50, 60],
          [50, 60],
          [50, 60],
          [50, 60],
          [0, 10],
        ],
      ),
      { first: 0, firstFive: 0, most: 1 },
    ],
    ["a truth without length", query([[5, 5]], [[5, 5]]), { first: 0, firstFive: 0, most: 0 }],
  ])("with %s", (_, given, overlap) => expect(momentOverlap(given)).toEqual(overlap));

  const spans = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 6 })), {
      maxLength: 7,
    })
    .map((list) => list.map(([start, length]) => [start, start + length] as const));

  it("gives the same recall as the moments themselves, and no more than its ceiling", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(spans, spans), { maxLength: 4 }),
        fc.constantFrom(1 as const, 5 as const),
        fc.constantFrom(0.3, 0.5, 1),
        fc.constantFrom("reach" as const, "exceed" as const),
        (queries, k, minIou, compare) => {
          const moments = queries.map(([truths, found]) => query(truths, found));
          const options = { measure: "m", k, minIou, compare };
          const metric = overlapRecall(options);
          const score = metric.prepare(moments.map(momentOverlap))();
          expect(score).toBe(momentRecall(options).prepare(moments)());
          expect(metric.signature).toBe(momentRecall(options).signature);
          if (score !== null)
            expect(score).toBeLessThanOrEqual(metric.ceiling!(moments.map(momentOverlap)));
        },
      ),
    );
  });

  it("has a mean at the first moment", () => {
    const queries = [query([[0, 10]], [[0, 5]]), query([[0, 10]], []), query([], [])];
    expect(momentIou("m").prepare(queries.map(momentOverlap))()).toBe(0.25);
  });
});

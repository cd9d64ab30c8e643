import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PrecisionDefinition } from "./average-precision.ts";
import { activityNetIous } from "./detection-options.ts";
import type { DetectedEvent, HasEvents, TruthEvent } from "./has-events.ts";
import { meanAveragePrecision } from "./mean-average-precision.ts";

const definitions = [
  "activitynet",
  "thumos14",
  "sum",
  "101-point",
] as const satisfies readonly PrecisionDefinition[];

const truth = (startSeconds: number, endSeconds: number, type = "a"): TruthEvent => ({
  type,
  startSeconds,
  endSeconds,
});
const found = (
  startSeconds: number,
  endSeconds: number,
  confidence: number,
  type = "a",
): DetectedEvent => ({
  type,
  startSeconds,
  endSeconds,
  confidence,
});

/**
 * One video in which the i-th detection by confidence finds a truth where the flag is 1; the other
 * truths are missed.
 */
function flagged(flags: readonly number[], truths: number): readonly HasEvents[] {
  let next = 0;
  return [
    {
      truths: Array.from({ length: truths }, (_, i) => truth(10 * i, 10 * i + 5)),
      detections: flags.map((flag, i) =>
        flag === 1
          ? found(10 * next, 10 * next++ + 5, 1 - i / 10)
          : found(1000 + i, 1001 + i, 1 - i / 10),
      ),
    },
  ];
}

function score(
  evidence: readonly HasEvents[],
  definition: PrecisionDefinition = "activitynet",
  tiou: readonly number[] = [0.5],
) {
  return meanAveragePrecision({ measure: "m", definition, tiou }).prepare(evidence)();
}

describe("meanAveragePrecision", () => {
  it("claims the last of truths of equal tIoU as the ActivityNet toolkit does, the first by other definitions", () => {
    // The first detection overlaps both truths by a half; the second one finds only the first
    // truth.
    const evidence = [
      {
        truths: [truth(0, 10), truth(5, 15)],
        detections: [found(2.5, 12.5, 0.9), found(0, 9, 0.8)],
      },
    ];
    expect(score(evidence, "activitynet")).toBe(1);
    expect(score(evidence, "sum")).toBe(0.5);
    const reversed = evidence.map(({ truths, detections }) => ({
      truths: truths.toReversed(),
      detections,
    }));
    expect(score(reversed, "activitynet")).toBe(0.5);
    expect(score(reversed, "sum")).toBe(1);
  });

  it.each([
    { flags: [1], truths: 1, plain: 1, envelope: 1, points: 1 },
    { flags: [1, 1], truths: 2, plain: 1, envelope: 1, points: 1 },
    {
      flags: [1, 0, 1],
      truths: 2,
      plain: 5 / 6,
      envelope: 5 / 6,
      points: (51 + 50 * (2 / 3)) / 101,
    },
    { flags: [0, 1, 1], truths: 2, plain: 7 / 12, envelope: 2 / 3, points: 2 / 3 },
    {
      flags: [1, 0, 0, 1, 1],
      truths: 4,
      plain: 0.525,
      envelope: 0.55,
      points: (26 + 50 * 0.6) / 101,
    },
  ])("flags $flags of $truths truths", ({ flags, truths, plain, envelope, points }) => {
    const evidence = flagged(flags, truths);
    expect(score(evidence, "sum")).toBeCloseTo(plain, 12);
    expect(score(evidence, "thumos14")).toBeCloseTo(plain, 12);
    expect(score(evidence, "activitynet")).toBeCloseTo(envelope, 12);
    expect(score(evidence, "101-point")).toBeCloseTo(points, 12);
  });

  it.each(definitions)("edge cases: %s", (definition) => {
    expect(score([], definition)).toBeNull();
    expect(score([{ truths: [], detections: [found(0, 1, 1)] }], definition)).toBeNull();
    expect(score([{ truths: [truth(0, 1)], detections: [] }], definition)).toBe(0);
    expect(score([{ truths: [truth(0, 1)], detections: [found(0, 1, 1, "b")] }], definition)).toBe(
      0,
    );
    const otherVideo = [
      { truths: [truth(0, 1)], detections: [] },
      { truths: [], detections: [found(0, 1, 1)] },
    ];
    expect(score(otherVideo, definition)).toBe(0);
  });

  it("orders negative, zero and positive confidences, and leaves equal ones as given", () => {
    const video = (detections: readonly DetectedEvent[]) => [{ truths: [truth(0, 1)], detections }];
    expect(score(video([found(5, 6, -2), found(0, 1, -1)]))).toBe(1);
    expect(score(video([found(5, 6, -1), found(0, 1, 0)]))).toBe(1);
    expect(score(video([found(5, 6, 0), found(0, 1, 1e-300)]))).toBe(1);
    expect(score(video([found(5, 6, 0), found(0, 1, -0)]))).toBe(0.5);
    expect(score(video([found(0, 1, -0), found(5, 6, 0)]))).toBe(1);
  });

  it("thumos14 wants more than the threshold and lets truths choose by overlap", () => {
    const half = [{ truths: [truth(0, 2)], detections: [found(0, 1, 1)] }];
    expect(score(half, "sum")).toBe(1);
    expect(score(half, "thumos14")).toBe(0);
    const better = [{ truths: [truth(0, 10)], detections: [found(0, 8, 0.9), found(0, 9, 0.5)] }];
    expect(score(better, "sum")).toBe(1);
    expect(score(better, "thumos14")).toBe(0.5);
  });

  it("leaves out detections on ambiguous events: any that touches (thumos14), one that matches (others)", () => {
    const ambiguous = { ...truth(20, 30, ""), ambiguous: true };
    const evidence = [
      {
        truths: [truth(0, 10), ambiguous],
        detections: [found(20, 30, 0.9), found(29, 50, 0.8), found(0, 10, 0.7)],
      },
    ];
    expect(score(evidence, "thumos14")).toBe(1);
    expect(score(evidence, "sum")).toBe(0.5);
    const twice = [
      {
        truths: [truth(0, 10), ambiguous],
        detections: [found(20, 30, 0.9), found(20, 30, 0.8), found(0, 10, 0.7)],
      },
    ];
    expect(score(twice, "sum")).toBe(0.5);
  });

  it("matches intervals without length only as activitynet", () => {
    const point = [{ truths: [truth(3, 3)], detections: [found(3, 3, 1)] }];
    expect(definitions.map((definition) => score(point, definition))).toEqual([1, 0, 0, 0]);
  });

  it("leaves out types without weight and keeps nothing from call to call", () => {
    const prepared = meanAveragePrecision({ measure: "m" }).prepare([
      { truths: [truth(0, 1)], detections: [found(0, 1, 1)] },
      { truths: [truth(0, 1, "b")], detections: [found(5, 6, 1, "b")] },
    ]);
    expect(prepared()).toBe(0.5);
    expect(prepared(Uint32Array.of(3, 0))).toBe(1);
    expect(prepared(Uint32Array.of(0, 1))).toBe(0);
    expect(prepared(Uint32Array.of(0, 0))).toBeNull();
    expect(prepared()).toBe(0.5);
    expect(() => prepared(Uint32Array.of(1))).toThrow(RangeError);
  });

  it("refuses nonsense", () => {
    expect(() => score([{ truths: [truth(2, 1)], detections: [] }])).toThrow(RangeError);
    expect(() => score([{ truths: [], detections: [found(0, 1, Number.NaN)] }])).toThrow(
      RangeError,
    );
    expect(() => score([], "sum", [0])).toThrow(RangeError);
    expect(() => score([], "sum", [])).toThrow(RangeError);
  });

  it("orders equal confidences of videos by their place in the data, or by name as thumos14 does, however they are given", () => {
    const right = { video: "b", position: 0, truths: [truth(0, 1)], detections: [found(0, 1, 1)] };
    const wrong = { video: "a", position: 1, truths: [], detections: [found(5, 6, 1)] };
    for (const given of [
      [right, wrong],
      [wrong, right],
    ]) {
      expect(score(given, "activitynet")).toBe(1);
      expect(score(given, "sum")).toBe(1);
      expect(score(given, "thumos14")).toBe(0.5);
      expect(meanAveragePrecision({ measure: "m" }).tieRange!(given)).toEqual([0.5, 1]);
    }
  });

  it("says every rule in the signature", () => {
    expect(
      meanAveragePrecision({ measure: "m", definition: "thumos14", tiou: [0.3, 0.5] }).signature,
    ).toBe(
      "detection-map|definition:thumos14|matching:thumos14|over:types-with-truth|ties:video-name|tiou:0.3,0.5|v:2",
    );
    expect(meanAveragePrecision({ measure: "m" }).id).toBe("map");
    expect(meanAveragePrecision({ measure: "m", definition: "sum", tiou: [0.5] }).id).toBe(
      "map-sum@0.5",
    );
  });
});

const span = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 8 }));
const type = fc.constantFrom("a", "b");
const video = fc.record({
  truths: fc.array(
    fc.tuple(span, type).map(([[start, length], name]) => truth(start, start + length, name)),
    { maxLength: 4 },
  ),
  detections: fc.array(fc.tuple(span, type), { maxLength: 8 }),
});

/** Videos in which no two detections share a confidence. */
const videos = fc
  .tuple(
    fc.array(video, { minLength: 1, maxLength: 6 }),
    fc.shuffledSubarray(
      Array.from({ length: 48 }, (_, i) => i),
      { minLength: 48 },
    ),
  )
  .map(([list, confidences]): HasEvents[] => {
    let next = 0;
    return list.map(({ truths, detections }) => ({
      truths,
      detections: detections.map(([[start, length], name]) =>
        found(start, start + length, confidences[next++]!, name),
      ),
    }));
  });

/** All permutations of 0 … n − 1. */
function orders(n: number): readonly (readonly number[])[] {
  if (n === 0) return [[]];
  return orders(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, at) => rest.toSpliced(at, 0, n - 1)),
  );
}

/** With two truths that overlap, a repeated or worse detection may rightly find the second. */
const singleTruths = videos.map((list) =>
  list.map((one) => ({
    ...one,
    truths: one.truths.filter(
      (each, i) => one.truths.findIndex((other) => other.type === each.type) === i,
    ),
  })),
);

describe("meanAveragePrecision, for any videos", () => {
  const counts = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 });

  it.each(["activitynet", "sum", "101-point", "thumos14"] as const)(
    "does not depend on the order of videos: %s",
    (definition) => {
      fc.assert(
        fc.property(videos, (list) => {
          expect(score([...list].reverse(), definition, activityNetIous)).toBe(
            score(list, definition, activityNetIous),
          );
        }),
      );
    },
  );

  it.each(definitions)("ranges over all orders of equal confidences: %s", (definition) => {
    // One detection of a type in each video, so that every order of the detections is one of the
    // videos.
    const tied = fc.array(
      fc.record({
        isRight: fc.boolean(),
        hasTruth: fc.boolean(),
        confidence: fc.constantFrom(1, 2),
      }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(tied, (list) => {
        const given = list.map(({ isRight, hasTruth, confidence }, at) => ({
          position: at,
          video: String(at),
          truths: hasTruth ? [truth(0, 4)] : [],
          detections: [isRight ? found(0, 4, confidence) : found(8, 9, confidence)],
        }));
        const scores = orders(given.length).map((order) =>
          score(
            given.map((one, at) => ({ ...one, position: order[at]!, video: String(order[at]) })),
            definition,
          ),
        );
        const range = meanAveragePrecision({ measure: "m", definition, tiou: [0.5] }).tieRange!(
          given,
        );
        if (scores[0] === null) expect(range).toBeNull();
        else {
          expect(range![0]).toBeCloseTo(Math.min(...(scores as number[])), 12);
          expect(range![1]).toBeCloseTo(Math.max(...(scores as number[])), 12);
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each(definitions)("does not depend on the scale of weights: %s", (definition) => {
    fc.assert(
      fc.property(videos, counts, fc.integer({ min: 2, max: 9 }), (list, times, factor) => {
        const prepared = meanAveragePrecision({ measure: "m", definition }).prepare(list);
        const weights = Uint32Array.from(list, (_, i) => times[i]!);
        const value = prepared(weights);
        const scaled = prepared(Float64Array.from(weights, (weight) => weight * factor));
        if (value === null) expect(scaled).toBeNull();
        else expect(scaled).toBeCloseTo(value, 12);
      }),
    );
  });

  it.each(["activitynet", "101-point"] as const)(
    "counts a video of weight w as w videos: %s",
    (definition) => {
      fc.assert(
        fc.property(videos, counts, (list, times) => {
          const repeated = list.flatMap((one, i) => Array.from({ length: times[i]! }, () => one));
          const weighted = meanAveragePrecision({ measure: "m", definition }).prepare(list)(
            Uint32Array.from(list, (_, i) => times[i]!),
          );
          const value = meanAveragePrecision({ measure: "m", definition }).prepare(repeated)();
          if (value === null) expect(weighted).toBeNull();
          else expect(weighted).toBeCloseTo(value, 12);
        }),
      );
    },
  );

  it.each(definitions)(
    "never rises when a detection is repeated just below itself: %s",
    (definition) => {
      fc.assert(
        fc.property(singleTruths, fc.nat(), (list, pick) => {
          const flat = list.flatMap(({ detections }, i) => detections.map((_, j) => ({ i, j })));
          if (flat.length === 0) return;
          const { i, j } = flat[pick % flat.length]!;
          const doubled = list.map((one, at) =>
            at === i
              ? {
                  ...one,
                  detections: one.detections.flatMap((detection, place) =>
                    place === j ? [detection, detection] : [detection],
                  ),
                }
              : one,
          );
          const before = score(list, definition);
          if (before !== null)
            expect(score(doubled, definition)!).toBeLessThanOrEqual(before + 1e-12);
        }),
      );
    },
  );

  it("falls with the threshold where each (video, type) has one truth", () => {
    fc.assert(
      fc.property(singleTruths, (list) => {
        const values = [0.1, 0.3, 0.5, 0.7, 0.9, 1].map((minIou) =>
          score(list, "activitynet", [minIou]),
        );
        for (const [i, value] of values.slice(1).entries())
          if (value !== null) expect(value).toBeLessThanOrEqual(values[i]! + 1e-12);
      }),
    );
  });

  it("is known to be flattered more where the highest precision beyond a rank counts", () => {
    const bias = (definition: "activitynet" | "101-point" | "sum" | "thumos14") =>
      meanAveragePrecision({ measure: "m", definition }).smallSetBias;
    expect([bias("activitynet"), bias("101-point")]).toEqual(["root", "root"]);
    expect([bias("sum"), bias("thumos14")]).toEqual([undefined, undefined]);
  });
});

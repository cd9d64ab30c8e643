import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averageRecall } from "./average-recall.ts";
import type { HasEvents } from "./has-events.ts";

const event = (start: number, end: number) => ({ type: "a", startSeconds: start, endSeconds: end });
const proposal = (start: number, end: number, confidence: number) => ({
  ...event(start, end),
  type: "b",
  confidence,
});
const far = (count: number, confidence: number) =>
  Array.from({ length: count }, () => proposal(900, 901, confidence));

describe("average recall", () => {
  const at = (proposals: number, videos: readonly HasEvents[]) =>
    averageRecall({ measure: "m", proposals }).prepare(videos)();

  it.each([
    { name: "nothing", videos: [], expected: null },
    { name: "no truths", videos: [{ truths: [], detections: far(3, 1) }], expected: null },
    { name: "no proposals", videos: [{ truths: [event(0, 10)], detections: [] }], expected: 0 },
    {
      name: "a perfect proposal of another type",
      videos: [{ truths: [event(0, 10)], detections: [proposal(0, 10, 0.1)] }],
      expected: 1,
    },
    {
      name: "tIoU .72, which five of ten thresholds allow",
      videos: [{ truths: [event(0, 10)], detections: [proposal(0, 7.2, 1)] }],
      expected: 0.5,
    },
    {
      name: "a truth without length",
      videos: [{ truths: [event(5, 5)], detections: [proposal(5, 5, 1)] }],
      expected: 0,
    },
    {
      name: "one proposal for two truths",
      videos: [{ truths: [event(0, 10), event(0, 10)], detections: [proposal(0, 10, 1)] }],
      expected: 1,
    },
    {
      name: "an ambiguous event, which need not be found",
      videos: [
        {
          truths: [event(0, 10), { ...event(50, 60), ambiguous: true }],
          detections: [proposal(0, 10, 1)],
        },
      ],
      expected: 1,
    },
  ])("of $name", ({ videos, expected }) => {
    expect(at(100, videos)).toBe(expected);
  });

  it("reads the same share of every video, most confident first", () => {
    // 100 and 300 proposals: 200 on average, so half of each is read at 100, and one hundredth of
    // that at 1.
    const videos = [
      {
        truths: [event(0, 10)],
        detections: [...far(49, 0.9), proposal(0, 10, 0.5), ...far(50, 0.1)],
      },
      {
        truths: [event(0, 10)],
        detections: [...far(150, 0.9), proposal(0, 10, 0.5), ...far(149, 0.1)],
      },
    ];
    expect(at(100, videos)).toBe(0.5);
    expect(at(98, videos)).toBe(0);
    expect(
      at(50, [
        {
          truths: [event(0, 10)],
          detections: [...far(49, 0.9), proposal(0, 10, 0.5), ...far(50, 0.1)],
        },
      ]),
    ).toBe(1);
  });

  it("lowers the share by proposals on videos without truths, as the toolkit does", () => {
    const scored = { truths: [event(0, 10)], detections: [...far(99, 0.9), proposal(0, 10, 0.5)] };
    expect(at(100, [scored])).toBe(1);
    expect(at(100, [scored, { truths: [], detections: far(1, 1) }])).toBe(0);
  });

  it("has an area of .99 for a perfect curve", () => {
    const videos = [{ truths: [event(0, 10)], detections: [proposal(0, 10, 1), ...far(99, 0.1)] }];
    expect(averageRecall({ measure: "m", proposals: "area" }).prepare(videos)()).toBeCloseTo(
      0.99,
      12,
    );
  });

  it("scores weights as repeated videos", () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 5 }));
    const some = fc.record({
      truths: fc.array(
        span.map(([start, length]) => event(start, start + length)),
        { maxLength: 3 },
      ),
      detections: fc.array(
        fc
          .tuple(span, fc.double({ min: 0, max: 1, noNaN: true }))
          .map(([[start, length], confidence]) => proposal(start, start + length, confidence)),
        { maxLength: 12 },
      ),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(some, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 5 }),
        (pairs) => {
          const counts = Uint32Array.from(pairs, ([, count]) => count);
          for (const proposals of [1, 4, "area"] as const) {
            const metric = averageRecall({ measure: "m", proposals, most: 4 });
            const listed = metric.prepare(
              pairs.flatMap(([one, count]) => new Array<HasEvents>(count).fill(one)),
            )();
            const weighted = metric.prepare(pairs.map(([one]) => one))(counts);
            if (listed === null) expect(weighted).toBeNull();
            else expect(weighted).toBeCloseTo(listed, 12);
          }
        },
      ),
    );
  });

  it.each([0, 0.5, 101, Number.NaN])("refuses %s proposals", (proposals) => {
    expect(() => averageRecall({ measure: "m", proposals })).toThrow(RangeError);
  });

  it("refuses thresholds that are none", () => {
    expect(() => averageRecall({ measure: "m", tiou: [] })).toThrow(RangeError);
    expect(() => averageRecall({ measure: "m", tiou: [0] }).prepare([])).toThrow(RangeError);
  });
});

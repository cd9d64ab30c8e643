import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activityNetIou, temporalIou } from "./temporal-iou.ts";

describe("temporalIou", () => {
  it.each([
    { name: "identical without length", spans: [3, 3, 3, 3], iou: 0, activityNet: 1 },
    { name: "apart and without length", spans: [3, 3, 5, 5], iou: 0, activityNet: 1 },
    { name: "a point in an interval", spans: [3, 3, 0, 5], iou: 0, activityNet: 0 },
    { name: "touching", spans: [0, 1, 1, 2], iou: 0, activityNet: 0 },
    { name: "apart", spans: [0, 1, 5, 6], iou: 0, activityNet: 0 },
    { name: "identical", spans: [2, 4, 2, 4], iou: 1, activityNet: 1 },
    { name: "half inside", spans: [0, 2, 1, 3], iou: 1 / 3, activityNet: 1 / 3 },
    { name: "contained", spans: [0, 10, 4, 6], iou: 0.2, activityNet: 0.2 },
  ])("$name", ({ spans, iou, activityNet }) => {
    const [startA, endA, startB, endB] = spans as [number, number, number, number];
    expect(temporalIou(startA, endA, startB, endB)).toBe(iou);
    expect(activityNetIou(startA, endA, startB, endB)).toBe(activityNet);
  });

  it("is symmetric and between 0 and 1", () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20 }))
      .map(([start, length]) => [start, start + length]);
    fc.assert(
      fc.property(span, span, ([a, b], [c, d]) => {
        const iou = temporalIou(a!, b!, c!, d!);
        expect(iou).toBe(temporalIou(c!, d!, a!, b!));
        expect(iou).toBeGreaterThanOrEqual(0);
        expect(iou).toBeLessThanOrEqual(1);
      }),
    );
  });
});

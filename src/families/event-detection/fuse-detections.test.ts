import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuseDetections } from "./fuse-detections.ts";
import type { DetectedEvent } from "./schema.ts";

const event = (
  type: string,
  startSeconds: number,
  endSeconds: number,
  confidence: number,
): DetectedEvent => ({
  type,
  startSeconds,
  endSeconds,
  confidence,
});

describe("readings of one video", () => {
  it("make one event of what they agree on, at its mean place and their mean confidence", () => {
    const fused = fuseDetections(
      [[event("fall", 0, 10, 0.9)], [event("fall", 2, 12, 0.3)], []],
      0.5,
    );
    expect(fused).toHaveLength(1);
    expect(fused[0]!.startSeconds).toBeCloseTo(0.5, 12);
    expect(fused[0]!.endSeconds).toBeCloseTo(10.5, 12);
    expect(fused[0]!.confidence).toBeCloseTo(0.4, 12);
  });

  it("keep apart what is of another type, elsewhere, or seen twice by one of them", () => {
    const readings = [
      [event("fall", 0, 10, 0.8), event("fall", 1, 10, 0.6)],
      [event("fire", 0, 10, 0.8), event("fall", 40, 50, 0.4)],
    ];
    expect(fuseDetections(readings, 0.5).map(({ type, confidence }) => [type, confidence])).toEqual(
      [
        ["fall", 0.4],
        ["fire", 0.4],
        ["fall", 0.3],
        ["fall", 0.2],
      ],
    );
  });

  it("come to nothing where nothing was seen, and to a place where nobody is sure", () => {
    expect(fuseDetections([[], []], 0.5)).toEqual([]);
    expect(fuseDetections([[event("fall", 4, 8, 0)], [event("fall", 4, 8, 0)]], 0.5)).toEqual([
      event("fall", 4, 8, 0),
    ]);
  });

  const detection = fc
    .tuple(
      fc.constantFrom("a", "b"),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 10 }),
    )
    .map(([type, start, length, sure]) => event(type, start, start + length, sure / 10));

  it("lose no confidence and no event, and a single one is as it was", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(detection, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        (readings) => {
          const fused = fuseDetections(readings, 0.5);
          const sum = (events: readonly DetectedEvent[]) =>
            events.reduce((total, { confidence }) => total + confidence, 0);
          expect(sum(fused) * readings.length).toBeCloseTo(sum(readings.flat()), 9);
          expect(fused.length).toBeGreaterThanOrEqual(
            Math.max(...readings.map((one) => one.length)),
          );
          for (const { startSeconds, endSeconds } of fused)
            expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
          const [first] = readings;
          expect(fuseDetections([first!], 0.5)).toHaveLength(first!.length);
        },
      ),
    );
  });
});

import { describe, expect, it } from "vitest";
import { detCurve } from "./det-curve.ts";
import type { HasTimedEvents } from "./has-events.ts";
import { missRate } from "./miss-rate.ts";

const truth = (start: number, type = "a") => ({ type, startSeconds: start, endSeconds: start + 1 });
const found = (start: number, confidence: number, type = "a") => ({
  ...truth(start, type),
  confidence,
});

const evidence: readonly HasTimedEvents[] = [
  {
    truths: [truth(0), truth(10), truth(20, "b"), { ...truth(90), ambiguous: true }],
    detections: [
      found(0, 0.9),
      found(0, 0.8),
      found(90, 0.8),
      found(10, 0.7),
      found(50, 0.6),
      found(20, 0.6, "b"),
    ],
    durationSeconds: 1800,
  },
  { truths: [truth(0)], detections: [found(0, 1)], durationSeconds: null },
];

const at = (falseAlarmsPerHour: number) =>
  missRate({ measure: "m", falseAlarmsPerHour }).prepare(evidence);

describe("missRate", () => {
  it("takes the lowest threshold within the allowed false alarms", () => {
    expect(at(0)()).toBeCloseTo(2 / 3, 12);
    expect(at(1.9)()).toBeCloseTo(2 / 3, 12);
    expect(at(2)()).toBeCloseTo(1 / 3, 12);
    expect(at(3.9)()).toBeCloseTo(1 / 3, 12);
    expect(at(4)()).toBe(0);
  });

  it("does not separate equal confidences", () => {
    const tied = [
      { truths: [truth(0)], detections: [found(0, 0.5), found(7, 0.5)], durationSeconds: 3600 },
    ];
    expect(missRate({ measure: "m", falseAlarmsPerHour: 0.5 }).prepare(tied)()).toBe(1);
    expect(missRate({ measure: "m", falseAlarmsPerHour: 1 }).prepare(tied)()).toBe(0);
  });

  it("weighs videos and is not defined without truths or hours", () => {
    expect(at(2)(Uint32Array.of(3, 1))).toBeCloseTo(1 / 3, 12);
    expect(at(2)(Uint32Array.of(0, 1))).toBeNull();
    expect(
      missRate({ measure: "m", falseAlarmsPerHour: 1 }).prepare([
        { truths: [], detections: [], durationSeconds: 9 },
      ])(),
    ).toBeNull();
    expect(() => at(2)(Uint32Array.of(1))).toThrow(RangeError);
  });

  it("lies on the curve", () => {
    const curve = detCurve({ measure: "m" }).analyse(evidence);
    if (curve.kind !== "curve") throw new Error("expected a curve");
    expect(curve.points.map(([x, y]) => [x, Math.round(y * 3)])).toEqual([
      [0, 3],
      [0, 2],
      [2, 2],
      [2, 1],
      [4, 0],
    ]);
    for (const [x] of curve.points)
      expect(at(x)()).toBeCloseTo(
        Math.min(...curve.points.filter((p) => p[0] <= x).map(([, y]) => y)),
        12,
      );
    expect(detCurve({ measure: "m" }).analyse([])).toMatchObject({ points: [] });
  });
});

import { describe, expect, it } from "vitest";
import type { HasEvents } from "./has-events.ts";
import { spottingMap } from "./spotting-map.ts";

const at = (seconds: number, type = "goal") => ({
  type,
  startSeconds: seconds,
  endSeconds: seconds,
});
const spot = (seconds: number, confidence: number, type = "goal") => ({
  ...at(seconds, type),
  confidence,
});
const tight = (evidence: readonly HasEvents[]) =>
  spottingMap({ measure: "m", tolerances: "tight" }).prepare(evidence);

describe("spottingMap", () => {
  it("counts a spot up to half the tolerance away", () => {
    expect(tight([{ truths: [at(10)], detections: [spot(10, 1)] }])()).toBe(1);
    // One second is within half of 2, 3, 4 and 5 seconds, but not of 1: trapezoids (0.5 + 1 + 1 +
    // 1) / 4.
    expect(tight([{ truths: [at(10)], detections: [spot(11, 1)] }])()).toBe(3.5 / 4);
    expect(tight([{ truths: [at(10)], detections: [spot(13, 1)] }])()).toBe(0);
    expect(
      spottingMap({ measure: "m", tolerances: "loose" }).prepare([
        { truths: [at(10)], detections: [spot(12.5, 1)] },
      ])(),
    ).toBe(1);
  });

  it("keeps the last of several detections in one frame, and none below 0", () => {
    const evidence = (first: number, second: number) => [
      {
        truths: [at(10), at(20)],
        detections: [spot(10, first), spot(10.4, second), spot(50, 0.5)],
      },
    ];
    expect(tight(evidence(0.1, 0.9))()).toBeCloseTo(6 / 11, 12);
    expect(tight(evidence(0.9, 0.1))()).toBeCloseTo(3 / 11, 12);
    expect(tight(evidence(0.9, -1))()).toBe(0);
  });

  it("takes tolerances and a grid of one's own; one tolerance alone is the mAP there", () => {
    const evidence = [{ truths: [at(10)], detections: [spot(11, 1)] }];
    const of = (tolerances: readonly number[], framesPerSecond = 2) =>
      spottingMap({ measure: "m", tolerances, framesPerSecond }).prepare(evidence)();
    expect([of([1]), of([2]), of([1, 2, 3, 4, 5])]).toEqual([0, 1, 3.5 / 4]);
    // A second away is as good as none away on a grid of one frame in four seconds.
    expect(of([1], 0.25)).toBe(1);
    expect(spottingMap({ measure: "m", tolerances: [3] })).toMatchObject({
      id: "spotting-map@3",
      title: "mAP of spotting within 3 s",
    });
    for (const tolerances of [[], [0], [2, 1], [1, 1], Array.from({ length: 32 }, (_, i) => i + 1)])
      expect(() => of(tolerances)).toThrow(RangeError);
    expect(() => of([1], 0)).toThrow(RangeError);
  });

  it("gives a truth the earliest of equally confident spots", () => {
    expect(
      tight([{ truths: [at(10), at(12)], detections: [spot(10, 0.5), spot(11.5, 0.5)] }])(),
    ).toBe(1);
  });

  it("cannot separate confidences between two of the 200 thresholds", () => {
    expect(tight([{ truths: [at(10)], detections: [spot(10, 0.501), spot(50, 0.5)] }])()).toBe(0.5);
    expect(tight([{ truths: [at(10)], detections: [spot(10, 0.51), spot(50, 0.5)] }])()).toBe(1);
  });

  it("weighs videos as repetitions; types without weight are left out", () => {
    const evidence = [
      { truths: [at(10)], detections: [spot(10, 0.4), spot(90, 0.8)] },
      { truths: [at(10)], detections: [spot(10, 0.9)] },
      { truths: [at(5, "card")], detections: [] },
    ];
    const repeated = [evidence[0]!, evidence[0]!, evidence[1]!, evidence[1]!, evidence[1]!];
    expect(tight(evidence)(Uint32Array.of(2, 3, 0))).toBeCloseTo(tight(repeated)()!, 12);
    expect(tight(evidence)(Float64Array.of(0.5, 0.75, 0))).toBeCloseTo(tight(repeated)()!, 12);
    expect(tight(evidence)(Uint32Array.of(0, 1, 1))).toBe(0.5);
    expect(tight(evidence)(Uint32Array.of(0, 0, 0))).toBeNull();
    expect(tight([])()).toBeNull();
    expect(() => tight(evidence)(Uint32Array.of(1))).toThrow(RangeError);
  });
});

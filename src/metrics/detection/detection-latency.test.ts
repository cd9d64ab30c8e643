import { describe, expect, it } from "vitest";
import { detectionLatency } from "./detection-latency.ts";
import type { HasEvents } from "./has-events.ts";
import { latencyTable } from "./latency-table.ts";

/** A video whose truth begins at 100 s and is alerted to after some seconds; `null` for a miss. */
function video(latency: number | null): HasEvents {
  const truth = { type: "a", startSeconds: 100, endSeconds: 110 };
  const detection = { type: "a", startSeconds: 101, endSeconds: 109, confidence: 0.5 };
  return {
    truths: [truth],
    detections: latency === null ? [] : [{ ...detection, alertSeconds: 100 + latency }],
  };
}

const rules = { minConfidence: 0, minIou: 0.5, alert: "reported" } as const;
const latency = (share: number) => detectionLatency({ measure: "m", share, ...rules });

describe("detectionLatency", () => {
  const twenty = Array.from({ length: 20 }, (_, i) => video(20 - i));

  it("is the least time by which the share was alerted to", () => {
    expect(latency(0.5).prepare(twenty)()).toBe(10);
    expect(latency(0.95).prepare(twenty)()).toBe(19);
    expect(latency(1).prepare([video(3)])()).toBe(3);
  });

  it("is not reached where too many are missed", () => {
    expect(latency(0.95).prepare([...twenty.slice(1), video(null)])()).toBe(19);
    expect(latency(0.95).prepare([...twenty.slice(2), video(null), video(null)])()).toBeNull();
    expect(latency(0.5).prepare([])()).toBeNull();
  });

  it("weighs videos", () => {
    const score = latency(0.5).prepare([video(1), video(5), video(null)]);
    expect(score(Uint32Array.of(1, 1, 0))).toBe(1);
    expect(score(Float64Array.of(0.1, 0.3, 0.1))).toBe(5);
    expect(score(Uint32Array.of(1, 0, 3))).toBeNull();
    expect(score(Uint32Array.of(0, 0, 0))).toBeNull();
  });

  it("takes the moment of the alert from where it is told", () => {
    const silent = {
      ...video(1),
      detections: [{ type: "a", startSeconds: 101, endSeconds: 109, confidence: 0.5 }],
    };
    const at = (alert: "reported" | "start" | "end", minConfidence = 0) =>
      detectionLatency({ measure: "m", share: 0.5, ...rules, alert, minConfidence }).prepare([
        silent,
      ])();
    expect([at("reported"), at("start"), at("end"), at("end", 0.6)]).toEqual([null, 1, 9, null]);
  });

  it("says every rule in the signature", () => {
    expect(latency(0.95).signature).toBe(
      "detection-latency|alert:reported|matching:confidence|minConfidence:0|minIou:0.5|miss:infinite|quantile:inverse-distribution|share:0.95|v:1",
    );
    expect(latency(0.95).id).toBe("latency-p95");
    expect(() => latency(0)).toThrow(RangeError);
  });

  it("has a table that counts alerts before the onset", () => {
    expect(
      latencyTable({ measure: "m", ...rules }).analyse([video(2), video(-1), video(null)]),
    ).toMatchObject({
      rows: [
        ["a", 3, 2, 1],
        ["all", 3, 2, 1],
      ],
    });
  });
});

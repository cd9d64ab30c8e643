import { describe, expect, it } from "vitest";
import type { HasEvents } from "./has-events.ts";
import { matchIou } from "./match-iou.ts";
import { truthIou } from "./truth-iou.ts";

const span = (startSeconds: number, endSeconds: number, type = "a") => ({
  type,
  startSeconds,
  endSeconds,
});

const evidence: readonly HasEvents[] = [
  {
    truths: [span(0, 10), span(20, 30), { ...span(40, 50), ambiguous: true }],
    detections: [
      { ...span(0, 8), confidence: 0.9 },
      { ...span(0, 10), confidence: 0.2 },
      { ...span(20, 24), confidence: 0.8 },
      { ...span(40, 50), confidence: 0.8 },
    ],
  },
  { truths: [span(0, 10)], detections: [{ ...span(0, 10, "b"), confidence: 1 }] },
];

describe("truthIou", () => {
  it("takes the best detection of each truth, 0 for a miss", () => {
    expect(truthIou({ measure: "m" }).prepare(evidence)()).toBeCloseTo((1 + 0.4 + 0) / 3, 12);
    expect(truthIou({ measure: "m", minConfidence: 0.5 }).prepare(evidence)()).toBeCloseTo(
      (0.8 + 0.4 + 0) / 3,
      12,
    );
    expect(truthIou({ measure: "m" }).prepare(evidence)(Uint32Array.of(0, 2))).toBe(0);
    expect(truthIou({ measure: "m" }).prepare([])()).toBeNull();
  });

  it("counts videos with a truth", () => {
    const vague = { truths: [{ ...span(0, 1), ambiguous: true }], detections: [] };
    expect([...evidence, vague].map((each) => truthIou({ measure: "m" }).counts!(each))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("matchIou", () => {
  it("averages over matched pairs only", () => {
    expect(matchIou({ measure: "m" }).prepare(evidence)()).toBeCloseTo(0.8, 12);
    expect(matchIou({ measure: "m", minIou: 0.3 }).prepare(evidence)()).toBeCloseTo(0.6, 12);
    expect(
      matchIou({ measure: "m", minConfidence: 0.85, minIou: 0.3 }).prepare(evidence)(),
    ).toBeCloseTo(0.8, 12);
    expect(matchIou({ measure: "m" }).prepare(evidence)(Uint32Array.of(0, 1))).toBeNull();
    expect(() => matchIou({ measure: "m" }).prepare(evidence)(Uint32Array.of(0))).toThrow(
      RangeError,
    );
  });
});

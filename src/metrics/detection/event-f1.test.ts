import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventF1 } from "./event-f1.ts";
import type { HasEvents } from "./has-events.ts";

const truth = (start: number, type = "a") => ({ type, startSeconds: start, endSeconds: start + 1 });
const found = (start: number, confidence: number, type = "a") => ({
  ...truth(start, type),
  confidence,
});

const evidence: readonly HasEvents[] = [
  { truths: [truth(0), truth(10)], detections: [found(0, 0.9), found(0, 0.8), found(10, 0.4)] },
  {
    truths: [truth(0, "b")],
    detections: [found(5, 0.7, "b"), found(0, 0.2, "b"), found(0, 0.6, "c")],
  },
];

function score(
  average: "micro" | "macro",
  minConfidence: number | "best",
  videos: readonly HasEvents[] = evidence,
) {
  return eventF1({ measure: "m", average, minConfidence }).prepare(videos);
}

describe("eventF1", () => {
  it("counts all types together (micro) or averages those with a truth (macro)", () => {
    expect(score("micro", 0.5)()).toBe(2 / (4 + 3));
    expect(score("macro", 0.5)()).toBe(((2 * 1) / (2 + 2) + 0) / 2);
    expect(score("micro", 0)()).toBe(6 / (6 + 3));
    expect(score("macro", 0)()).toBeCloseTo((4 / 5 + 2 / 3) / 2, 12);
  });

  it("includes the threshold itself", () => {
    expect(score("micro", 0.9)()).toBe(2 / (1 + 3));
    expect(score("micro", 0.95)()).toBe(0);
  });

  it("finds the best threshold, which cannot separate equal confidences", () => {
    expect(score("micro", "best")()).toBeCloseTo(6 / 9, 12);
    const tied = [
      { truths: [truth(0)], detections: [found(0, 0.5), found(7, 0.5), found(8, 0.1)] },
    ];
    expect(score("micro", "best", tied)()).toBeCloseTo(2 / 3, 12);
  });

  it("is at its best threshold what it is at the best of all thresholds", () => {
    const video = fc.record({
      truths: fc.array(
        fc.tuple(fc.nat(3), fc.constantFrom("a", "b")).map(([start, type]) => truth(start, type)),
        { maxLength: 4 },
      ),
      detections: fc.array(
        fc
          .tuple(fc.nat(3), fc.nat(5), fc.constantFrom("a", "b", "c"))
          .map(([start, confidence, type]) => found(start, confidence, type)),
        { maxLength: 8 },
      ),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(video, fc.nat(3)), { minLength: 1, maxLength: 5 }),
        fc.constantFrom("micro" as const, "macro" as const),
        (drawn, average) => {
          const videos = drawn.map(([each]) => each);
          const weights = Uint32Array.from(drawn, ([, weight]) => weight);
          const all = [0, 1, 2, 3, 4, 5, 6].map((minConfidence) =>
            score(average, minConfidence, videos)(weights),
          );
          const best = score(average, "best", videos)(weights);
          if (all.every((each) => each === null)) expect(best).toBeNull();
          else expect(best).toBeCloseTo(Math.max(...all.map((each) => each ?? 0)), 12);
          const repeated = drawn.flatMap(([each, times]) =>
            Array.from({ length: times }, () => each),
          );
          const counted = score(average, 2, repeated)();
          const weighted = all[2]!;
          if (counted === null) expect(weighted).toBeNull();
          else expect(weighted).toBeCloseTo(counted, 12);
        },
      ),
    );
  });

  it("ignores what ambiguous events absorb", () => {
    const videos = [
      {
        truths: [truth(0), { ...truth(5), ambiguous: true }],
        detections: [found(0, 1), found(5, 1)],
      },
    ];
    expect(score("micro", 0, videos)()).toBe(1);
  });

  it("without truths: 0 for false alarms (micro), otherwise not defined", () => {
    const stray = [{ truths: [], detections: [found(0, 1)] }];
    expect([
      score("micro", 0, stray)(),
      score("macro", 0, stray)(),
      score("micro", "best", stray)(),
    ]).toEqual([0, null, 0]);
    expect([score("micro", 0, [])(), score("macro", "best", [])()]).toEqual([null, null]);
    expect(score("macro", 0)(Uint32Array.of(0, 1))).toBeCloseTo(2 / 3, 12);
    expect(() => score("macro", 0)(Uint32Array.of(1))).toThrow(RangeError);
  });

  it("says every rule in the signature", () => {
    expect(eventF1({ measure: "m", average: "macro", minConfidence: "best" }).signature).toBe(
      "event-f1|average:macro|matching:confidence|minConfidence:best-on-these-samples|minIou:0.5|v:1",
    );
  });
});

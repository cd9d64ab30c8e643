import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { test, validation, video } from "../../../test/fakes/fake-videos.ts";
import { atChosenThreshold } from "./chosen-threshold.ts";
import { eventF1 } from "./event-f1.ts";
import { freshEvents } from "./event-source.ts";
import { falseAlarmsPerHour } from "./false-alarms-per-hour.ts";
import { withoutSplit } from "./held-out-split.ts";

type Video = ReturnType<typeof video>;
const f1 = (minConfidence: number) => eventF1({ measure: "m", average: "macro", minConfidence });
const choice = { split: "val", minIou: 0.5, events: freshEvents };
const calibrated = withoutSplit(atChosenThreshold(f1, choice), "val");

describe("a threshold chosen on a split", () => {
  it("is applied to the others alone", () => {
    expect(calibrated.prepare([validation, test])()).toBe(1 / 2);
    expect(calibrated.prepare([test, validation])(Uint32Array.of(2, 5))).toBe(1 / 2);
    expect(calibrated.counts?.(validation)).toBe(false);
    expect(calibrated.counts?.(test)).toBe(true);
  });

  it("is named by how it is chosen", () => {
    expect(calibrated.signature).toContain("minConfidence:best-macro-f1-on-val");
    expect(calibrated.signature).toContain("without:val");
    expect(calibrated.signature).not.toContain("NaN");
  });

  it("is not there without videos of the split, and no score is", () => {
    expect(calibrated.prepare([test])()).toBeNull();
    expect(calibrated.prepare([])()).toBeNull();
  });

  it("takes the hours of other splits only", () => {
    const rate = withoutSplit<Video>(
      falseAlarmsPerHour({ measure: "m", minConfidence: 0.5 }),
      "val",
    );
    expect(rate.prepare([validation, test])()).toBe(1);
    expect(rate.exposure?.(validation)).toBe(0);
    expect(rate.exposure?.(test)).toBe(1);
  });

  it("gives what the metric gives on the other videos by themselves", () => {
    const one = fc
      .tuple(
        fc.constantFrom("val", "test"),
        fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 5 })), {
          maxLength: 5,
        }),
      )
      .map(([split, truths, found]) =>
        video(
          split,
          truths.map((at) => at * 20),
          found.map(([at, sure]) => [at * 20, sure / 10] as const),
        ),
      );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), (videos) => {
        const others = videos.filter(({ split }) => split === "test");
        expect(withoutSplit<Video>(f1(0.3), "val").prepare(videos)()).toBe(
          f1(0.3).prepare(others)(),
        );
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { eventErrorClass } from "./error-class.ts";
import { eventLateRules } from "./late-rules.ts";
import { eventMeasure } from "./metrics.ts";
import { type EventPrediction, type EventSample, eventOptionsSchema } from "./schema.ts";

const options = eventOptionsSchema.parse({ minConfidence: "calibrated", validationSplit: "val" });
const truth = (startSeconds: number) => ({
  endSeconds: startSeconds + 10,
  startSeconds,
  type: "fall",
});

function video(
  split: string,
  truths: readonly number[],
  found: readonly (readonly [start: number, confidence: number])[],
) {
  const sample: EventSample = {
    ...{ durationSeconds: 600, group: split, id: split, media: [], metadata: {}, split },
    events: truths.map(truth),
  };
  const prediction: EventPrediction = {
    events: found.map(([start, confidence]) => ({ ...truth(start), confidence })),
  };
  return { sample, prediction };
}
const evidenceOf = (videos: readonly ReturnType<typeof video>[]) =>
  videos.map(({ sample, prediction }) =>
    eventMeasure(options).measure({ sample, prediction, outcome: "answered", grades: {} }),
  );

/** Best at 0.6: from there on all is right. */
const validation = video(
  "val",
  [0, 100],
  [
    [0, 0.9],
    [100, 0.6],
    [200, 0.5],
  ],
);

describe("mistakes under a calibrated threshold", () => {
  it.each([
    ["right", null, video("test", [0], [[0, 0.6]])],
    [
      "a false alarm below it is none",
      null,
      video(
        "test",
        [0],
        [
          [0, 0.9],
          [300, 0.59],
        ],
      ),
    ],
    [
      "a false alarm at it is one",
      "false-alarm",
      video(
        "test",
        [0],
        [
          [0, 0.9],
          [300, 0.6],
        ],
      ),
    ],
    ["what is found below it is missed", "missed", video("test", [0], [[0, 0.59]])],
    ["nothing at all", "missed", video("test", [0], [])],
  ] as const)("%s", (_, expected, tested) => {
    const { errors, options: settled } = eventLateRules(options)!.settle(
      evidenceOf([validation, tested]),
    );
    expect(errors).toEqual([null, expected]);
    expect(settled.minConfidence).toBe(0.6);
    expect(eventErrorClass(tested.sample, tested.prediction, settled)).toBe(expected);
  });

  it("count nothing as reported where no threshold can be chosen", () => {
    const { errors } = eventLateRules(options)!.settle(
      evidenceOf([video("val", [0], []), video("test", [0], [[0, 1]])]),
    );
    expect(errors).toEqual([null, "missed"]);
    expect(eventLateRules(options)!.settle([]).errors).toEqual([]);
  });

  it("are told by every video itself where the threshold is a number", () => {
    expect(eventLateRules(eventOptionsSchema.parse({}))).toBeUndefined();
    expect(eventLateRules(eventOptionsSchema.parse({ validationSplit: "val" }))).toBeUndefined();
  });
});

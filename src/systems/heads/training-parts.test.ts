import { expect, it } from "vitest";
import { trainingParts } from "./training-parts.ts";

/** Windows of 20 frames every 5 of a recording. */
const windows = (count: number, recording = "a") =>
  Array.from({ length: count }, (_, at) => ({
    recording,
    ranges: [[at * 5, at * 5 + 19] as const],
  }));
const set = (reads: Parameters<typeof trainingParts>[0]["reads"]) => ({
  inputs: { count: reads.length },
  reads,
});

it("leaves out what shares frames with validation samples", () => {
  // The first of the last 16 starts at frame 325: windows 62 to 64 end at 329 and later.
  expect(trainingParts(set(windows(81)), 0.2)).toEqual({
    train: { from: 0, to: 62 },
    validation: { from: 65, to: 81 },
  });
});

it("leaves out nothing of other recordings, of samples that say nothing, or without validation", () => {
  const parts = { train: { from: 0, to: 8 }, validation: { from: 8, to: 10 } };
  expect(trainingParts(set([...windows(8, "b"), ...windows(2)]), 0.2)).toEqual(parts);
  expect(trainingParts(set(windows(10).map(() => undefined)), 0.2)).toEqual(parts);
  expect(trainingParts(set(windows(10)))).toEqual({
    train: { from: 0, to: 10 },
    validation: undefined,
  });
});

it("refuses to learn from nothing", () => {
  expect(() => trainingParts(set(windows(5)), 0.4)).toThrow("all others share frames with these");
});

import { describe, expect, it } from "vitest";
import { windowFrames } from "./window-frames.ts";

describe("windowFrames", () => {
  const times = Float64Array.from({ length: 100 }, (_, i) => i / 10);

  it.each([
    [2, 4, 3, [20, 30, 40]],
    [2.05, 2.95, 2, [20, 29]],
    [2.05, 2.95, 1, [20]],
    [0, 9.9, 8, [0, 14, 28, 42, 56, 70, 84, 99]],
  ] as const)("from %f to %f, %i frames", (from, to, count, indices) => {
    expect(windowFrames(times, { from, to, count })).toEqual({ indices, distinct: count });
  });

  it("has the frame shown at the start even if none begins within", () => {
    expect(windowFrames(times, { from: 2.03, to: 2.06, count: 1 })).toEqual({
      indices: [20],
      distinct: 1,
    });
    expect(windowFrames(times, { from: 2.03, to: 2.03, count: 1 })).toEqual({
      indices: [20],
      distinct: 1,
    });
  });

  it("repeats frames where fewer are shown, and says so", () => {
    expect(windowFrames(times, { from: 2, to: 2.1, count: 4 })).toEqual({
      indices: [20, 20, 20, 21],
      distinct: 2,
      note: "4 frames, of which 2 different",
    });
  });

  it("ends with the video, and says so", () => {
    expect(windowFrames(times, { from: 9, to: 20, count: 2 })).toEqual({
      indices: [90, 99],
      distinct: 2,
      note: "1 of 2 times lies after the last frame, at 9.900 s, which was taken",
    });
    expect(windowFrames(times, { from: 30, to: 40, count: 1 })).toMatchObject({
      indices: [99],
      note: expect.stringContaining("2 of 2"),
    });
    expect(windowFrames(times, { from: -5, to: -1, count: 1 })).toMatchObject({
      indices: [0],
      note: expect.stringContaining("before"),
    });
  });
});

import { describe, expect, it } from "vitest";
import { fpsFrames } from "./fps-frames.ts";

const video = (rate: number, count: number, start = 0) =>
  Float64Array.from({ length: count }, (_, i) => start + i / rate);

describe("fpsFrames", () => {
  it("takes the frames shown at regular times", () => {
    expect(fpsFrames(video(30, 300), { rate: 1, max: 64 })).toEqual({
      indices: [0, 30, 60, 90, 120, 150, 180, 210, 240, 270],
      distinct: 10,
    });
    expect(fpsFrames(video(25, 26), { rate: 2, max: 64 }).indices).toEqual([0, 12, 25]);
  });

  it("takes a frame whose time is the last target", () => {
    expect(fpsFrames(video(10, 11), { rate: 5, max: 64 }).indices).toEqual([0, 2, 4, 6, 8, 10]);
    expect(fpsFrames(video(10, 10), { rate: 5, max: 64 }).indices).toEqual([0, 2, 4, 6, 8]);
  });

  it("counts from the first timestamp", () => {
    expect(fpsFrames(video(30, 300, 1.4), { rate: 1, max: 64 })).toEqual(
      fpsFrames(video(30, 300), { rate: 1, max: 64 }),
    );
  });

  it("holds a frame as long as it is shown, whatever the frame rate does", () => {
    expect(fpsFrames(Float64Array.of(0, 0.1, 0.2, 3.5, 4), { rate: 1, max: 64 }).indices).toEqual([
      0, 2, 2, 2, 4,
    ]);
  });

  it("spreads over the whole video when the rate would give too many", () => {
    expect(fpsFrames(video(30, 301), { rate: 2, max: 5 })).toEqual({
      indices: [0, 75, 150, 225, 300],
      distinct: 5,
      note: "2 frames per second would be 21 frames; 5 were spread evenly instead",
    });
    expect(fpsFrames(video(30, 301), { rate: 2, max: 1 }).indices).toEqual([0]);
  });

  it("spreads by time, not by number", () => {
    expect(fpsFrames(Float64Array.of(0, 0.1, 0.2, 0.3, 10), { rate: 10, max: 3 }).indices).toEqual([
      0, 3, 4,
    ]);
  });

  it("repeats frames at a rate above the video's own, and says so", () => {
    expect(fpsFrames(video(2, 3), { rate: 4, max: 64 })).toEqual({
      indices: [0, 0, 1, 1, 2],
      distinct: 3,
      note: "5 frames, of which 3 different",
    });
  });

  it("takes the one frame there is", () => {
    expect(fpsFrames(Float64Array.of(7), { rate: 2, max: 8 })).toEqual({
      indices: [0],
      distinct: 1,
    });
  });
});

import { describe, expect, it } from "vitest";
import { explicitFrames } from "./explicit-frames.ts";

describe("explicitFrames", () => {
  const times = Float64Array.of(1, 1.1, 1.2, 5, 6);

  it("takes the frame shown at each time, in the order given", () => {
    expect(explicitFrames(times, [5.5, 1.15, 3])).toEqual({ indices: [3, 1, 2], distinct: 3 });
  });

  it("takes the first frame before the first, and the last after the end, and says so", () => {
    expect(explicitFrames(times, [0, 0.5, 1.1, 60])).toEqual({
      indices: [0, 0, 1, 4],
      distinct: 3,
      note: "2 of 4 times lie before the first frame, at 1.000 s, which was taken; 1 of 4 times lies after the last frame, at 6.000 s, which was taken; 4 frames, of which 3 different",
    });
  });

  it("takes the last frame to be shown as long as the one before", () => {
    expect(explicitFrames(times, [7])).toEqual({ indices: [4], distinct: 1 });
    expect(explicitFrames(times, [7.01]).note).toContain("after the last frame");
    expect(explicitFrames(Float64Array.of(1), [1.01]).note).toContain("after the last frame");
  });
});

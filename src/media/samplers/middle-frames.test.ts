import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { middleFrames, middleIndices } from "./middle-frames.ts";

/**
 * Golden vectors of the specification, computed by the original: frames in the video, frames asked
 * for, indices.
 */
const golden: readonly (readonly [number, number, readonly number[]])[] = [
  [100, 8, [0, 24, 49, 50, 51, 67, 83, 99]],
  [100, 7, [0, 24, 49, 50, 51, 75, 99]],
  [101, 8, [0, 24, 49, 50, 51, 67, 83, 100]],
  [100, 3, [0, 50, 51]],
  [100, 2, [50, 51]],
  [100, 1, [50]],
  [8, 8, [0, 1, 3, 4, 5, 5, 6, 7]],
  [5, 8, [0, 0, 1, 2, 3, 3, 3, 4]],
  [4, 7, [0, 0, 1, 2, 3, 3, 3]],
  [3, 4, [0, 1, 2, 2]],
  [2, 8, [0, 0, 0, 1, 2, 1, 1, 1]],
  [1, 8, [0, -1, -1, 0, 1, 0, 0, 0]],
];

describe("middleFrames", () => {
  it.each(golden)(
    "computes the indices of the original for %i frames, %i asked",
    (frameCount, count, indices) => {
      expect(middleIndices(frameCount, count)).toEqual(indices);
    },
  );

  it.each(golden.filter(([frameCount]) => frameCount > 2))(
    "strict or not, takes them from %i frames, %i asked",
    (frameCount, count, indices) => {
      expect(middleFrames(frameCount, count).indices).toEqual(indices);
      expect(middleFrames(frameCount, count, true)).toEqual(middleFrames(frameCount, count));
    },
  );

  it("moves indices outside of the video to its ends", () => {
    expect(middleFrames(2, 8)).toEqual({
      indices: [0, 0, 0, 1, 1, 1, 1, 1],
      distinct: 2,
      note: "8 frames, of which 2 different",
    });
    expect(middleFrames(1, 8)).toEqual({
      indices: [0, 0, 0, 0, 0, 0, 0, 0],
      distinct: 1,
      note: "8 frames, of which 1 different",
    });
  });

  it("leaves them out when strict, and says so", () => {
    expect(middleFrames(2, 8, true).indices).toEqual([0, 0, 0, 1, 1, 1, 1]);
    expect(middleFrames(2, 8, true).note).toBe(
      "1 of 8 indices lie outside of the video and were left out; 7 frames, of which 2 different",
    );
    expect(middleFrames(1, 8, true).indices).toEqual([0, 0, 0, 0, 0]);
    expect(middleFrames(1, 8, true).note).toContain("3 of 8 indices lie outside");
  });

  it("notes nothing when all is as asked", () => {
    expect(middleFrames(100, 8)).toEqual({ indices: [0, 24, 49, 50, 51, 67, 83, 99], distinct: 8 });
  });

  it("gives as many as asked, ascending, with the middle and its neighbours", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 200 }),
        (frameCount, count) => {
          const { indices } = middleFrames(frameCount, count);
          const middle = Math.floor(frameCount / 2);
          expect(indices).toHaveLength(count);
          expect(indices).toEqual([...indices].sort((a, b) => a - b));
          expect(indices[0]).toBeGreaterThanOrEqual(0);
          expect(indices.at(-1)).toBeLessThan(frameCount);
          expect(indices[count % 2 === 1 ? (count - 1) / 2 : count / 2 - 1]).toBe(middle);
          if (count >= 6 && frameCount >= 3) {
            expect(indices).toContain(middle - 1);
            expect(indices).toContain(middle + 1);
            expect([indices[0], indices.at(-1)]).toEqual([0, frameCount - 1]);
          }
        },
      ),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameSelectionError } from "./frame-selection-error.ts";
import { vistaFrames } from "./vista-frames.ts";

const timesLast = ({ indices }: { indices: readonly number[] }) =>
  indices.filter((index) => index === indices.at(-1)).length;

describe("vistaFrames", () => {
  it.each([
    [100, 8, [0, 15, 30, 45, 60, 75, 90, 99]],
    [40, 8, [0, 6, 12, 18, 24, 30, 36, 39]],
    [9, 8, [0, 2, 4, 6, 8, 8, 8, 8]],
    [15, 8, [0, 2, 4, 6, 8, 10, 12, 14]],
    [10, 2, [0, 9]],
  ] as const)(
    "of %i frames, %i asked, takes those of the original, strict or not",
    (frameCount, count, indices) => {
      expect(vistaFrames(frameCount, count).indices).toEqual(indices);
      expect(vistaFrames(frameCount, count, true)).toEqual(vistaFrames(frameCount, count));
    },
  );

  it("repeats the last frame as often as the original, and says so", () => {
    expect(timesLast(vistaFrames(33, 32, true))).toBe(16);
    expect(timesLast(vistaFrames(64, 32, true))).toBe(11);
    expect(vistaFrames(33, 32)).toMatchObject({
      distinct: 17,
      note: "32 frames, of which 17 different",
    });
  });

  it.each([
    [8, 8, [0, 1, 2, 3, 4, 5, 6, 7]],
    [7, 8, [0, 1, 2, 3, 4, 5, 6, 6]],
    [3, 5, [0, 1, 2, 2, 2]],
    [1, 3, [0, 0, 0]],
    [1, 1, [0]],
    [50, 1, [0]],
  ] as const)(
    "of %i frames, %i asked, takes all and repeats the last; strict refuses",
    (frameCount, count, indices) => {
      expect(vistaFrames(frameCount, count).indices).toEqual(indices);
      expect(() => vistaFrames(frameCount, count, true)).toThrow(FrameSelectionError);
    },
  );

  it("says why strict refuses", () => {
    expect(() => vistaFrames(8, 8, true)).toThrow(
      "vista(8, strict): the original needs more than 8 frames, and the video has 8",
    );
    expect(() => vistaFrames(8, 1, true)).toThrow("divides by zero");
  });

  it("always has the first and the last frame, ascending, from at least half as many frames as asked", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 2, max: 200 }),
        (frameCount, count) => {
          const { indices, distinct } = vistaFrames(frameCount, count);
          expect(indices).toHaveLength(count);
          expect([indices[0], indices.at(-1)]).toEqual([0, frameCount - 1]);
          expect(indices).toEqual([...indices].sort((a, b) => a - b));
          expect(distinct).toBeGreaterThanOrEqual(Math.min(frameCount, count) / 2);
        },
      ),
    );
  });
});

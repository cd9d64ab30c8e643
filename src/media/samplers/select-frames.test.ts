import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sampler } from "../../core/data/media.ts";
import { FrameSelectionError } from "./frame-selection-error.ts";
import { selectFrames } from "./select-frames.ts";

/**
 * Presentation times with every gap between a millisecond and two seconds: as variable as frame
 * rates get.
 */
const variableTimes = fc
  .tuple(
    fc.integer({ min: -2000, max: 5000 }),
    fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 120 }),
  )
  .map(([start, gaps]) => {
    let at = start;
    return [start, ...gaps.map((gap) => (at += gap))];
  });
const seconds = (milliseconds: readonly number[]) =>
  Float64Array.from(milliseconds, (ms) => ms / 1000);

const count = fc.integer({ min: 1, max: 150 });
const byNumber: fc.Arbitrary<Sampler> = fc.oneof(
  count.map((n): Sampler => ({ strategy: "uniform", count: n })),
  fc
    .tuple(count, fc.boolean())
    .map(([n, strict]): Sampler => ({ strategy: "middle", count: n, strict })),
  count.map((n): Sampler => ({ strategy: "vista", count: n })),
  fc.constant<Sampler>({ strategy: "all" }),
);
/**
 * Rates and times in whole milliseconds, so that shifting and stretching them is exact to well
 * below a microsecond.
 */
const fps = fc
  .tuple(fc.integer({ min: 20, max: 4000 }), count)
  .map(([periodMs, max]): Sampler => ({ strategy: "fps", rate: 1000 / periodMs, max }));
const atMs = fc.integer({ min: -3000, max: 200_000 });
const byTime: fc.Arbitrary<Sampler> = fc.oneof(
  fps,
  fc
    .array(atMs, { minLength: 1, maxLength: 20 })
    .map((all): Sampler => ({ strategy: "explicit", times: all.map((ms) => ms / 1000) })),
  fc.tuple(atMs, atMs, count).map(
    ([a, b, n]): Sampler => ({
      strategy: "window",
      from: Math.min(a, b) / 1000,
      to: Math.max(a, b) / 1000,
      count: n,
    }),
  ),
);

describe("selectFrames", () => {
  const hundred = Float64Array.from({ length: 100 }, (_, i) => i / 25);

  it.each([
    [{ strategy: "uniform", count: 8 }, [0, 14, 28, 42, 56, 70, 84, 99]],
    [{ strategy: "uniform", count: 1 }, [0]],
    [{ strategy: "middle", count: 8 }, [0, 24, 49, 50, 51, 67, 83, 99]],
    [{ strategy: "middle", count: 8, strict: true }, [0, 24, 49, 50, 51, 67, 83, 99]],
    [{ strategy: "vista", count: 8 }, [0, 15, 30, 45, 60, 75, 90, 99]],
    [{ strategy: "fps", rate: 1, max: 9 }, [0, 25, 50, 75]],
    [{ strategy: "explicit", times: [1, 0] }, [25, 0]],
    [{ strategy: "window", from: 1, to: 2, count: 2 }, [25, 50]],
    [{ strategy: "all" }, Array.from({ length: 100 }, (_, i) => i)],
  ] satisfies [Sampler, number[]][])("%j", (sampler, indices) => {
    expect(selectFrames(sampler, hundred)).toEqual({ indices, distinct: indices.length });
  });

  it("passes strictness on", () => {
    expect(
      selectFrames({ strategy: "middle", count: 8, strict: true }, hundred.subarray(0, 2)).indices,
    ).toHaveLength(7);
    expect(() =>
      selectFrames({ strategy: "vista", count: 8, strict: true }, hundred.subarray(0, 8)),
    ).toThrow(FrameSelectionError);
  });

  it("repeats the frames of a video that has too few, as a uniform choice of numbers does", () => {
    expect(selectFrames({ strategy: "uniform", count: 16 }, hundred.subarray(0, 9))).toMatchObject({
      indices: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8],
      distinct: 9,
      note: "16 frames, of which 9 different",
    });
  });

  it("tells a video without frames from misuse", () => {
    expect(() => selectFrames({ strategy: "uniform", count: 8 }, new Float64Array())).toThrow(
      new FrameSelectionError("uniform(8): the video has no frames"),
    );
    expect(() => selectFrames({ strategy: "all" }, Float64Array.of(0, 2, 1))).toThrow(
      "frame 2 is at 1 s after 2 s",
    );
    expect(() => selectFrames({ strategy: "all" }, Float64Array.of(0, Number.NaN))).toThrow(
      RangeError,
    );
  });

  it("stays within the video and counts different frames right", () => {
    fc.assert(
      fc.property(fc.oneof(byNumber, byTime), variableTimes, (sampler, milliseconds) => {
        const { indices, distinct, note } = selectFrames(sampler, seconds(milliseconds));
        expect(indices.length).toBeGreaterThan(0);
        expect(
          indices.every(
            (index) => Number.isInteger(index) && index >= 0 && index < milliseconds.length,
          ),
        ).toBe(true);
        expect(distinct).toBe(new Set(indices).size);
        if (distinct < indices.length)
          expect(note).toContain(`${indices.length} frames, of which ${distinct} different`);
      }),
    );
  });

  it("ascends, but for explicit times", () => {
    fc.assert(
      fc.property(fc.oneof(byNumber, byTime), variableTimes, (sampler, milliseconds) => {
        fc.pre(sampler.strategy !== "explicit");
        const { indices } = selectFrames(sampler, seconds(milliseconds));
        expect(indices.every((index, i) => i === 0 || indices[i - 1]! <= index)).toBe(true);
      }),
    );
  });

  it("gives as many frames as asked for", () => {
    fc.assert(
      fc.property(fc.oneof(byNumber, byTime), variableTimes, (sampler, milliseconds) => {
        const { indices } = selectFrames(sampler, seconds(milliseconds));
        if (sampler.strategy === "fps") expect(indices.length).toBeLessThanOrEqual(sampler.max);
        else if (sampler.strategy === "explicit")
          expect(indices).toHaveLength(sampler.times.length);
        else if (sampler.strategy === "all") expect(indices).toHaveLength(milliseconds.length);
        else if (!(sampler.strategy === "middle" && sampler.strict))
          expect(indices).toHaveLength(sampler.count);
      }),
    );
  });

  it("has the first frame and, spread over the video, the last", () => {
    const first = fc.oneof(
      fps,
      count.map((n): Sampler => ({ strategy: "uniform", count: n })),
    );
    fc.assert(
      fc.property(first, variableTimes, (sampler, milliseconds) => {
        const { indices, note } = selectFrames(sampler, seconds(milliseconds));
        expect(indices[0]).toBe(0);
        const isSpread = sampler.strategy === "uniform" || note?.includes("spread evenly");
        if (isSpread && indices.length > 1) expect(indices.at(-1)).toBe(milliseconds.length - 1);
      }),
    );
  });

  it("does not depend on times when it chooses by number", () => {
    fc.assert(
      fc.property(byNumber, variableTimes, (sampler, milliseconds) => {
        const even = Float64Array.from(milliseconds, (_, i) => i);
        expect(selectFrames(sampler, seconds(milliseconds))).toEqual(selectFrames(sampler, even));
      }),
    );
  });

  it("does not depend on when the video starts, or on the unit of time", () => {
    const shift = fc.integer({ min: -10_000, max: 10_000 });
    const scale = fc.constantFrom(0.25, 0.5, 2, 8, 1000);
    fc.assert(
      fc.property(byTime, variableTimes, shift, scale, (sampler, milliseconds, shiftMs, factor) => {
        const move = (ms: number) => ((ms + shiftMs) / 1000) * factor;
        const moved = movedSampler(sampler, (at) => (at + shiftMs / 1000) * factor, factor);
        expect(selectFrames(moved, Float64Array.from(milliseconds, move)).indices).toEqual(
          selectFrames(sampler, seconds(milliseconds)).indices,
        );
      }),
    );
  });
});

function movedSampler(sampler: Sampler, move: (at: number) => number, factor: number): Sampler {
  if (sampler.strategy === "fps") return { ...sampler, rate: sampler.rate / factor };
  if (sampler.strategy === "explicit") return { ...sampler, times: sampler.times.map(move) };
  if (sampler.strategy === "window")
    return { ...sampler, from: move(sampler.from), to: move(sampler.to) };
  return sampler;
}

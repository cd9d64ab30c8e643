import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameShownAt } from "./frame-shown-at.ts";

describe("frameShownAt", () => {
  const times = Float64Array.of(0.5, 1, 1, 3);

  it.each([
    [-1, 0],
    [0.5, 0],
    [0.999, 0],
    [1, 2],
    [2.9, 2],
    [3, 3],
    [99, 3],
  ])("at %f s", (at, frame) => {
    expect(frameShownAt(times, at)).toBe(frame);
  });

  it("does not fall back a frame over the last bit of a float", () => {
    const tick = 1 / 30;
    const video = Float64Array.from({ length: 3000 }, (_, i) => i * tick);
    for (let i = 0; i < 3000; i++) expect(frameShownAt(video, i / 30)).toBe(i);
  });

  it("is the last frame that is not later", () => {
    const ascending = fc
      .array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 })
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(ascending, fc.integer({ min: -10, max: 1010 }), (milliseconds, at) => {
        const last = milliseconds.findLastIndex((time) => time <= at);
        expect(
          frameShownAt(
            Float64Array.from(milliseconds, (ms) => ms / 1000),
            at / 1000,
          ),
        ).toBe(Math.max(0, last));
      }),
    );
  });
});

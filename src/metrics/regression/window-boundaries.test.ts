import { describe, expect, it } from "vitest";
import {
  type HasWindowBoundaries,
  windowBoundaries,
  windowBoundaryCount,
} from "./window-boundaries.ts";

const window = (
  center: number,
  isPredicted: boolean,
  boundaries: readonly number[] | null = [],
  episode = "a",
): HasWindowBoundaries => ({ episode, center, isPredicted, isTrue: false, boundaries });
const reach = { tolerance: 10 };

const score = (figure: Parameters<typeof windowBoundaries>[1], windows: HasWindowBoundaries[]) =>
  windowBoundaries("m", figure, reach).prepare(windows);

describe("boundaries that windows report", () => {
  it("take the nearest boundary that is free, the earlier window first", () => {
    const windows = [
      window(0, true),
      window(10, true, [8, 9]),
      window(40, true),
      window(60, false, [55]),
    ];
    // 0 takes 8, 10 takes 9, 40 finds none, and 55 is missed.
    expect(score("precision", windows)()).toBe(2 / 3);
    expect(score("recall", windows)()).toBe(2 / 3);
    expect(score("f1", windows)()).toBe(2 / 3);
    expect(score("timing-error", windows)()).toBe((8 + 1) / 2);
  });

  it("do not reach into another episode", () => {
    const windows = [window(0, true, []), window(0, false, [1], "b")];
    expect(score("precision", windows)()).toBe(0);
    expect(score("timing-error", windows)()).toBeNull();
  });

  it("are matched once: weights count what each window and boundary came to", () => {
    const windows = [window(0, true, [1]), window(30, true), window(60, false, [61])];
    const f1 = score("f1", windows);
    expect(f1(Uint32Array.of(1, 0, 0))).toBe(1);
    expect(f1(Uint32Array.of(1, 1, 0))).toBe(2 / 3);
    expect(f1(Uint32Array.of(0, 0, 0))).toBeNull();
    const found = windowBoundaryCount("m", "truths", reach).prepare(windows);
    expect([found(), found(Uint32Array.of(2, 1, 0))]).toEqual([2, 2]);
  });

  it("do not count where the truth is hidden", () => {
    const windows = [window(0, true, null), window(5, true, [5])];
    expect(score("precision", windows)()).toBe(1);
  });
});

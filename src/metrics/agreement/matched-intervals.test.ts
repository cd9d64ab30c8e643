import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addMatches,
  type LabelledInterval,
  matchF1,
  matchIntervals,
  meanMatchTiou,
  noMatches,
} from "./matched-intervals.ts";

const a = (start: number, end: number, label = "a"): LabelledInterval => ({ label, start, end });

describe("matchIntervals", () => {
  it("is not defined where neither marked anything", () => {
    const none = matchIntervals([], []);
    expect([matchF1(none), meanMatchTiou(none)]).toEqual([null, null]);
  });

  it("counts what only one marked", () => {
    expect(matchF1(matchIntervals([a(0, 1)], []))).toBe(0);
    expect(matchF1(matchIntervals([a(0, 2), a(5, 7)], [a(0, 2)]))).toBeCloseTo(2 / 3, 12);
  });

  it("matches only equal labels with enough overlap", () => {
    expect(matchIntervals([a(0, 4)], [a(0, 4, "b")]).matched).toBe(0);
    expect(matchIntervals([a(0, 4)], [a(2, 6)]).matched).toBe(0);
    expect(matchIntervals([a(0, 4)], [a(1, 5)])).toEqual({
      ...{ first: 1, second: 1, matched: 1 },
      tiou: 3 / 5,
    });
  });

  it("prefers one pair more to a larger overlap", () => {
    // The first of the left overlaps both; the second only the one that it overlaps best.
    const left = [a(0, 10), a(0, 6)];
    const right = [a(0, 9), a(0, 7.5)];
    expect(matchIntervals(left, right).matched).toBe(2);
    expect(matchIntervals([a(0, 10), a(0, 5)], [a(0, 10), a(0, 5)]).tiou).toBe(2);
  });

  it("does not depend on who comes first", () => {
    const intervals = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 10 }), fc.boolean())
        .map(([start, length, isB]) => a(start, start + length, isB ? "b" : "a")),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(intervals, intervals, (first, second) => {
        const one = matchIntervals(first, second);
        const other = matchIntervals(second, first);
        expect(one.matched).toBe(other.matched);
        expect(one.tiou).toBeCloseTo(other.tiou, 9);
        expect(one.matched).toBeLessThanOrEqual(Math.min(first.length, second.length));
        expect(matchF1(addMatches(one, noMatches))).toBe(matchF1(one));
      }),
    );
  });
});

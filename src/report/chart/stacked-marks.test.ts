import { describe, expect, it } from "vitest";
import type { TimelineMark } from "../../core/scores/view.ts";
import { stackedMarks } from "./stacked-marks.ts";

const mark = (startSeconds: number, endSeconds = startSeconds): TimelineMark => ({
  startSeconds,
  endSeconds,
  text: "",
  tone: "good",
});
const rowsOf = (...marks: readonly TimelineMark[]) => {
  const { rows, rowOf } = stackedMarks(marks);
  return [rows, marks.map((_, at) => rowOf(at))];
};

describe("stackedMarks", () => {
  it("needs one row where nothing overlaps", () => {
    expect(rowsOf(mark(2, 4), mark(0, 2), mark(5))).toEqual([1, [0, 0, 0]]);
    expect(rowsOf()).toEqual([1, []]);
  });

  it("puts what overlaps below, the longer above", () => {
    expect(rowsOf(mark(0, 3), mark(0, 30), mark(4, 6))).toEqual([2, [1, 0, 1]]);
    expect(rowsOf(mark(1), mark(1))).toEqual([2, [0, 1]]);
  });

  it("has four rows at most", () => {
    const [rows] = rowsOf(...Array.from({ length: 9 }, () => mark(0, 1)));
    expect(rows).toBe(4);
  });
});

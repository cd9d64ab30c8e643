import { describe, expect, it } from "vitest";
import type { TimelineMark } from "../../core/scores/view.ts";
import { pixelsAt, visibleMarks } from "./visible-marks.ts";

const mark = (startSeconds: number, endSeconds = startSeconds): TimelineMark => ({
  startSeconds,
  endSeconds,
  text: "",
  tone: "good",
});

describe("visibleMarks", () => {
  const window = { from: 10, to: 20, pixels: 1000 };

  it("leaves out what is outside and cuts what reaches in", () => {
    const seen = visibleMarks(
      [mark(1, 2), mark(5, 12), mark(15), mark(19, 30), mark(25, 26)],
      window,
    );
    expect(seen.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(seen.map(({ left, width }) => [left, width])).toEqual([
      [-4, 204],
      [498, 4],
      [900, 104],
    ]);
  });

  it("draws no more than the screen can show, and keeps count", () => {
    const many = Array.from({ length: 100_000 }, (_, at) =>
      mark(at / 10_000 + 10, at / 10_000 + 10),
    );
    const seen = visibleMarks(many, window);
    expect(seen.length).toBeLessThanOrEqual(502);
    expect(seen.reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
  });

  it("keeps the longest of those that begin together", () => {
    const many = [...Array.from({ length: 500 }, () => mark(12, 12.1)), mark(12, 18)];
    expect(visibleMarks(many, window)).toMatchObject([{ index: 500, width: 600, count: 501 }]);
  });

  it("places times", () => {
    expect(pixelsAt(window, 15)).toBe(500);
    expect(pixelsAt({ from: 3, to: 3, pixels: 10 }, 3)).toBe(0);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Marks } from "../../core/family/annotating.ts";
import {
  deleteChanges,
  edgeFrom,
  endOf,
  frameAt,
  intervalsIn,
  lastFrame,
  mergeChanges,
  nudged,
  rowsOf,
  snapped,
  splitChanges,
  startOf,
} from "./edit-intervals.ts";

/** Uneven, as of a camera that drops frames. */
const frames = { times: [0, 0.04, 0.1, 0.13, 0.2], seconds: 0.24 };
const interval = (start: number, end: number, type = "a") =>
  ({ kind: "interval", type, start, end }) as const;

describe("frames and times", () => {
  it("has every frame start and end where its neighbours do", () => {
    for (const [frame, time] of frames.times.entries()) {
      expect(frameAt(frames, startOf(frames, frame))).toBe(frame);
      expect(lastFrame(frames, endOf(frames, frame))).toBe(frame);
      expect(startOf(frames, frame)).toBe(time);
    }
    expect(frameAt(frames, 0.12)).toBe(2);
    expect(frameAt(frames, -1)).toBe(0);
    expect(frameAt(frames, 9)).toBe(4);
    expect(endOf(frames, 4)).toBe(0.24);
  });

  it("nudges edges by whole frames and never leaves an interval without one", () => {
    const one = interval(0.04, 0.13);
    expect(nudged(one, { edge: "start", by: -1, frames })).toEqual(interval(0, 0.13));
    expect(nudged(one, { edge: "end", by: 1, frames })).toEqual(interval(0.04, 0.2));
    expect(nudged(one, { edge: "end", by: 9, frames })).toEqual(interval(0.04, 0.24));
    expect(nudged(one, { edge: "start", by: 2, frames })).toEqual(one);
    expect(nudged(one, { edge: "end", by: -5, frames })).toEqual(interval(0.04, 0.1));
    expect(nudged(interval(0, 0.04), { edge: "start", by: -1, frames })).toEqual(interval(0, 0.04));
  });
});

describe("snapped", () => {
  it("takes a near edge before a frame, a frame before nothing", () => {
    const near = { frames, edges: [0.115], reach: 0.01 };
    expect(snapped(0.11, near)).toBe(0.115);
    expect(snapped(0.17, near)).toBe(0.2);
    expect(snapped(0.235, near)).toBe(0.24);
    expect(snapped(0.17, { ...near, frames: undefined })).toBe(0.17);
  });

  it("always gives a boundary of frames where only frames attract", () => {
    const boundaries = [...frames.times, frames.seconds];
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.24, noNaN: true }), (time) => {
        expect(boundaries).toContain(snapped(time, { frames, edges: [], reach: 0 }));
      }),
    );
  });
});

describe("changes of intervals", () => {
  const marks: Marks = {
    one: { ...interval(0, 0.1), fields: { note: "x" } },
    two: { ...interval(0.13, 0.2), fields: { note: "y", more: 1 } },
    other: interval(0.1, 0.2, "b"),
    q: { kind: "question", text: "?", answer: "" },
    proof: { ...interval(0, 0.04, "primary"), question: "q" },
  };

  it("splits inside, and nowhere else", () => {
    const [one] = intervalsIn({ one: marks.one! });
    expect(splitChanges(one!, 0.04, "new")).toEqual([
      { id: "one", mark: { ...marks.one, end: 0.04 } },
      { id: "new", mark: { ...marks.one, start: 0.04 } },
    ]);
    expect(splitChanges(one!, 0, "new")).toEqual([]);
    expect(splitChanges(one!, 0.1, "new")).toEqual([]);
  });

  it("merges with the next of its type, keeping fields of both", () => {
    expect(mergeChanges(marks, "one")).toEqual([
      { id: "one", mark: { ...interval(0, 0.2), fields: { note: "x", more: 1 } } },
      { id: "two", mark: null },
    ]);
    expect(mergeChanges(marks, "two")).toEqual([]);
  });

  it("deletes a question with its evidence", () => {
    expect(deleteChanges(marks, "q").map(({ id }) => id)).toEqual(["q", "proof"]);
    expect(deleteChanges(marks, "one").map(({ id }) => id)).toEqual(["one"]);
  });

  it("finds the edges around a time", () => {
    expect(edgeFrom(marks, 0.1, 1)).toBe(0.13);
    expect(edgeFrom(marks, 0.1, -1)).toBe(0.04);
    expect(edgeFrom(marks, 0.2, 1)).toBeUndefined();
  });

  it("puts overlapping intervals into rows of their own", () => {
    const all = [interval(0, 2), interval(1, 3), interval(2, 4)];
    expect(rowsOf(all)).toEqual([[all[0], all[2]], [all[1]]]);
  });
});

import { describe, expect, it } from "vitest";
import type { TimelineMark } from "../../core/scores/view.ts";
import { marksAt, neighbourMark } from "./neighbour-mark.ts";

const mark = (startSeconds: number, endSeconds = startSeconds): TimelineMark => ({
  startSeconds,
  endSeconds,
  text: "",
  tone: "good",
});
const lanes = [
  { label: "truth", marks: [mark(4, 6), mark(1, 2)] },
  { label: "answer", marks: [mark(3)] },
];

describe("neighbourMark", () => {
  it("goes through the marks of all lanes in the order of time", () => {
    expect(neighbourMark({ lanes }, 0, 1)).toBe(1);
    expect(neighbourMark({ lanes }, 1, 1)).toBe(3);
    expect(neighbourMark({ lanes }, 3.0000001, 1)).toBe(4);
    expect(neighbourMark({ lanes }, 4, 1)).toBeUndefined();
    expect(neighbourMark({ lanes }, 5, -1)).toBe(4);
    expect(neighbourMark({ lanes }, 4, -1)).toBe(3);
    expect(neighbourMark({ lanes }, 1, -1)).toBeUndefined();
  });
});

describe("marksAt", () => {
  it("finds what is there at a time", () => {
    const at = (seconds: number) => marksAt({ lanes }, seconds, 0.2).map(({ lane }) => lane);
    expect(at(1)).toEqual(["truth"]);
    expect(at(2)).toEqual([]);
    expect(at(3.1)).toEqual(["answer"]);
    expect(at(5)).toEqual(["truth"]);
  });
});

import { describe, expect, it } from "vitest";
import { intervalRelevance } from "./interval-relevance.ts";

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });
const tiou = { by: "tiou", threshold: 0.3 } as const;
const contained = { by: "containment", threshold: 0.5 } as const;

describe("intervalRelevance", () => {
  it("depends on the length of clips by tIoU, not by containment", () => {
    const clips = [span(2, 6)];
    expect(intervalRelevance(clips, [span(0, 13.5)], tiou).gains).toEqual([0]);
    expect(intervalRelevance(clips, [span(0, 13.5)], contained).gains).toEqual([1]);
  });

  it.each([
    {
      name: "the threshold itself is enough",
      clips: [span(0, 3)],
      truths: [span(0, 10)],
      gains: [1],
    },
    {
      name: "each truth gains once",
      clips: [span(0, 10), span(0, 10), span(1, 10)],
      truths: [span(0, 10)],
      gains: [1, 0, 0],
    },
    {
      name: "a clip credits one truth",
      clips: [span(0, 20)],
      truths: [span(0, 10), span(10, 20)],
      gains: [1],
    },
    {
      name: "the next clip credits the other",
      clips: [span(0, 20), span(1, 19)],
      truths: [span(0, 10), span(10, 20)],
      gains: [1, 1],
    },
    {
      name: "the most overlapped is credited",
      clips: [span(0, 10), span(4, 12)],
      truths: [span(4, 12), span(0, 10)],
      gains: [1, 1],
    },
    {
      name: "clips without length overlap nothing",
      clips: [span(3, 3)],
      truths: [span(3, 3)],
      gains: [0],
    },
  ])("$name", ({ clips, truths, gains }) => {
    expect(intervalRelevance(clips, truths, tiou).gains).toEqual(gains);
  });

  it("carries gains, the ideal of the truth alone, and missing answers", () => {
    const truths = [{ ...span(0, 4), gain: 0.5 }, { ...span(10, 14), gain: 2 }, span(20, 24)];
    expect(intervalRelevance([span(10, 14), span(50, 54)], truths, tiou)).toEqual({
      gains: [2, 0],
      idealGains: [2, 1, 0.5],
      judgedNonrelevant: 1,
      missing: false,
    });
    expect(intervalRelevance(undefined, truths, tiou)).toMatchObject({ gains: [], missing: true });
  });

  it("counts one and the same evidence given twice as two", () => {
    const twice = span(0, 4);
    expect(intervalRelevance([twice, twice], [twice, twice], contained).gains).toEqual([1, 1]);
  });

  it("refuses reversed intervals, gains that are none and thresholds that let everything pass", () => {
    expect(() => intervalRelevance([span(2, 1)], [span(0, 1)], tiou)).toThrow(RangeError);
    expect(() => intervalRelevance([], [span(1, 0)], tiou)).toThrow(RangeError);
    expect(() => intervalRelevance([], [{ ...span(0, 1), gain: 0 }], tiou)).toThrow(RangeError);
    for (const threshold of [0, 1.1, Number.NaN])
      expect(() => intervalRelevance([], [], { by: "tiou", threshold })).toThrow(RangeError);
  });

  it("gives a clip without length nothing by containment", () => {
    expect(intervalRelevance([span(3, 3)], [span(0, 5)], contained).gains).toEqual([0]);
  });
});

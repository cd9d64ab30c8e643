import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameAuc } from "./frame-auc.ts";
import { frameMap } from "./frame-map.ts";
import type { HasFrameScores } from "./has-frame-scores.ts";

const auc = frameAuc("m");
const map = frameMap("m");

/** One type, frames of a video each with a score of its own; the positive ones stand together. */
const video = (scores: readonly number[], first = 0, last = -1, type = "a"): HasFrameScores => ({
  frameCount: scores.length,
  framesPerScore: 1,
  tracks: [{ type, scores, truths: last < first ? [] : [{ firstFrame: first, lastFrame: last }] }],
});

describe("frame AUC and frame mAP", () => {
  it.each([
    { name: "nothing", videos: [], expected: [null, null] },
    { name: "no positive frame", videos: [video([1, 2])], expected: [null, null] },
    { name: "no negative frame", videos: [video([1, 2], 1, 2)], expected: [null, 1] },
    { name: "a perfect order", videos: [video([0.9, 0.8, 0.1], 1, 2)], expected: [1, 1] },
    { name: "the wrong order", videos: [video([0.1, 0.8], 1, 1)], expected: [0, 1 / 2] },
    { name: "equal scores", videos: [video([0.5, 0.5, 0.5], 1, 1)], expected: [1 / 2, 1 / 3] },
    {
      name: "over all videos together",
      videos: [video([0.4, 0.2], 1, 1), video([0.3, 0.9])],
      expected: [2 / 3, 1 / 2],
    },
    { name: "an interval past the end", videos: [video([0.1, 0.9], 2, 50)], expected: [1, 1] },
    {
      name: "an interval before the first frame",
      videos: [video([0.9, 0.1], -3, 1)],
      expected: [1, 1],
    },
    {
      name: "a mean over types",
      videos: [video([0.9, 0.1], 1, 1), video([0.1, 0.9], 1, 1, "b")],
      expected: [(1 + 2 / 3) / 2, (1 + 1 / 2) / 2],
    },
  ])("of $name", ({ videos, expected }) => {
    expect(auc.prepare(videos)()).toBe(expected[0]);
    expect(map.prepare(videos)()).toBe(expected[1]);
  });

  it("repeats scores over their frames, holds the last and leaves out what is past the end", () => {
    const track = (scores: readonly number[], framesPerScore: number): HasFrameScores => ({
      frameCount: 5,
      framesPerScore,
      tracks: [{ type: "a", scores, truths: [{ firstFrame: 3, lastFrame: 5 }] }],
    });
    const same = [
      track([0.1, 0.1, 0.7, 0.7, 0.7], 1),
      track([0.1, 0.7], 2),
      track([0.1, 0.7, 0.7, 0.2], 2),
    ];
    for (const one of same) expect(auc.prepare([one])()).toBe(1);
    expect(auc.prepare([track([0.1, 0.7, 0.05], 2)])()).toBe((2 * 2 + 0 * 1) / 6);
  });

  it("ranks a type last in videos that have no scores for it", () => {
    const silent: HasFrameScores = { frameCount: 4, framesPerScore: 1, tracks: [] };
    expect(auc.prepare([video([0.9, -5], 1, 1), silent])()).toBe(1);
    expect(map.prepare([video([0.9, -5], 2, 2), silent])()).toBe(1 / 2);
  });

  it.each([
    { name: "a score that is none", bad: video([Number.NaN]) },
    {
      name: "two tracks of a type",
      bad: { ...video([1]), tracks: [...video([1]).tracks, ...video([1]).tracks] },
    },
    { name: "no frames per score", bad: { ...video([1]), framesPerScore: 0 } },
  ])("refuses $name", ({ bad }) => {
    expect(() => auc.prepare([bad])).toThrow(RangeError);
  });

  it("scores weights as repeated videos", () => {
    const some = fc
      .tuple(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 9 }),
      )
      .map(([scores, first, last]) => video(scores, first, last));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(some, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 6 }),
        (pairs) => {
          const counts = Uint32Array.from(pairs, ([, count]) => count);
          const repeated = pairs.flatMap(([one, count]) =>
            new Array<HasFrameScores>(count).fill(one),
          );
          for (const metric of [auc, map]) {
            const [weighted, listed] = [
              metric.prepare(pairs.map(([one]) => one))(counts),
              metric.prepare(repeated)(),
            ];
            if (listed === null) expect(weighted).toBeNull();
            else expect(weighted).toBeCloseTo(listed, 12);
          }
        },
      ),
    );
  });
});

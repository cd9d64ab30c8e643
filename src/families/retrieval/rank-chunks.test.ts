import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  coarseToFine,
  coherent,
  diverse,
  fused,
  rankChunks,
  type ScoredChunk,
  withoutDoubles,
} from "./rank-chunks.ts";

const chunk = (
  startSeconds: number,
  endSeconds: number,
  score: number,
  scale: ScoredChunk["scale"] = "micro",
): ScoredChunk => ({
  scale,
  startSeconds,
  endSeconds,
  score,
});
const starts = (chunks: readonly ScoredChunk[]) => chunks.map(({ startSeconds }) => startSeconds);
const rules = { search: "flat", rerank: false, duplicateIou: 0.5, topK: 3 } as const;

describe("the larger of picture and speech", () => {
  it.each([
    [0.2, undefined, 0.7, 0.2],
    [0.2, 0.8, 0.5, 0.4],
    [0.6, 0.8, 0.5, 0.6],
    [-0.2, 0.1, 0, 0],
  ])("of %s and %s at weight %s is %s", (visual, spoken, weight, expected) => {
    expect(fused(visual, spoken, weight)).toBe(expected);
  });
});

describe("ranking", () => {
  it("goes by score, then by time, and leaves near doubles out", () => {
    const chunks = [
      chunk(0, 10, 0.5),
      chunk(20, 30, 0.9),
      chunk(21, 30, 0.8),
      chunk(40, 50, 0.5),
      chunk(60, 70, 0.1),
    ];
    expect(starts(rankChunks(chunks, rules))).toEqual([20, 0, 40]);
    expect(starts(rankChunks(chunks, { ...rules, duplicateIou: 1 }))).toEqual([20, 21, 0]);
    expect(rankChunks([], rules)).toEqual([]);
  });

  it("prefers what follows on something that was found, when asked to", () => {
    const chunks = [chunk(0, 3, 0.5), chunk(30, 33, 0.49), chunk(33, 36, 0.49)];
    expect(starts(rankChunks(chunks, rules))[0]).toBe(0);
    expect(starts(rankChunks(chunks, { ...rules, rerank: true }))[0]).toBe(30);
  });

  it("never returns more than asked for, nor anything twice", () => {
    const any = fc.record({
      start: fc.nat(100),
      length: fc.integer({ min: 1, max: 30 }),
      score: fc.double({ min: -1, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(any),
        fc.boolean(),
        fc.constantFrom("flat" as const, "coarse-to-fine" as const),
        (all, rerank, search) => {
          const chunks = all.map(({ start, length, score }) => chunk(start, start + length, score));
          const found = rankChunks(chunks, { ...rules, rerank, search });
          expect(found.length).toBeLessThanOrEqual(3);
          expect(
            new Set(found.map(({ startSeconds, endSeconds }) => `${startSeconds}-${endSeconds}`))
              .size,
          ).toBe(found.length);
          expect(found.length).toBeGreaterThanOrEqual(Math.min(1, chunks.length));
        },
      ),
    );
  });
});

describe("coarse to fine", () => {
  const coarse = Array.from({ length: 8 }, (_, at) =>
    chunk(at * 50, at * 50 + 50, 1 - at / 10, "macro"),
  );

  it("looks for fine chunks near the five best coarse ones only", () => {
    const fine = [chunk(10, 13, 0.1), chunk(252, 255, 0.2), chunk(300, 303, 0.9)];
    expect(
      starts(coarseToFine([...coarse, ...fine]).filter(({ scale }) => scale === "micro")),
    ).toEqual([252, 10]);
  });

  it("looks everywhere where there are no coarser ones", () => {
    expect(starts(coarseToFine([chunk(10, 13, 0.1), chunk(300, 303, 0.9)]))).toEqual([300, 10]);
  });
});

it("coherence raises scores above 0 of neighbours of one scale", () => {
  const scores = coherent([
    chunk(0, 3, 0.5),
    chunk(3.4, 6, -0.5),
    chunk(10, 13, 0.5),
    chunk(13, 20, 0.5, "meso"),
  ]).map(({ score }) => score);
  expect(scores[0]).toBeCloseTo(0.55, 12);
  expect(scores.slice(1)).toEqual([-0.5, 0.5, 0.5]);
});

it("doubles are counted against what was kept, not against what was left out", () => {
  expect(
    starts(withoutDoubles([chunk(0, 10, 1), chunk(4, 14, 0.9), chunk(8, 18, 0.8)], 0.4, 5)),
  ).toEqual([0, 8]);
});

it("diversity takes something new before something slightly better", () => {
  expect(starts(diverse([chunk(0, 10, 0.9), chunk(1, 11, 0.85), chunk(50, 60, 0.6)], 2))).toEqual([
    0, 50,
  ]);
});

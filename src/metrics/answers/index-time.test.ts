import { describe, expect, it } from "vitest";
import type { Table } from "../../core/scores/analysis.ts";
import { type HasIndexTime, indexTime, indexTimeFit } from "./index-time.ts";

const of = (
  video: string,
  indexSeconds: number | null,
  videoSeconds: number | null = null,
): HasIndexTime => ({ video, indexSeconds, videoSeconds });

describe("indexTime", () => {
  const evidence = [of("a", 10), of("a", 10), of("a", 10), of("b", 20), of("c", 30), of("d", null)];

  it("counts each video once", () => {
    expect(indexTime("", 0.5).prepare(evidence)()).toBe(20);
    expect(indexTime("", 0.95).prepare(evidence)()).toBe(30);
  });

  it("is not defined where nobody says it", () =>
    expect(indexTime("", 0.5).prepare([of("a", null)])()).toBeNull());

  it("follows weights by video, not by question", () => {
    const score = indexTime("", 0.5).prepare(evidence);
    expect(score(Uint32Array.of(1, 1, 1, 1, 1, 1))).toBe(20);
    expect(score(Uint32Array.of(3, 3, 3, 1, 1, 1))).toBe(10);
    expect(score(Uint32Array.of(0, 0, 0, 0, 1, 5))).toBe(30);
    expect(score(Uint32Array.of(0, 0, 0, 0, 0, 5))).toBeNull();
  });
});

describe("indexTimeFit", () => {
  const rows = (evidence: readonly HasIndexTime[]) =>
    (indexTimeFit("").analyse(evidence) as Table).rows;

  it("reads a line at ten minutes and at an hour", () => {
    // 30 s and a quarter of the length.
    const evidence = [300, 600, 600, 1_800].map((length, at) =>
      of(`v${at}`, 30 + length / 4, length),
    );
    const found = rows([...evidence, of("v0", 9_999, 300), of("x", null, 60), of("y", 7)]);
    expect(found.map(([name, , , , n]) => [name, n])).toEqual([
      ["10 min", 4],
      ["1 h", 4],
      ["each further hour", 4],
    ]);
    expect(found.map(([, value]) => value)).toEqual([
      expect.closeTo(180, 9),
      expect.closeTo(930, 9),
      expect.closeTo(900, 9),
    ]);
  });

  it("has nothing to say of two videos", () =>
    expect(rows([of("a", 1, 10), of("b", 2, 20)])).toEqual([]));
});

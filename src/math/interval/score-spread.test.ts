import { describe, expect, it } from "vitest";
import type { Weights } from "../../core/scores/metric.ts";
import { clusterBootstrap } from "./cluster-bootstrap.ts";
import { scoreSpreads } from "./score-spread.ts";

/** Remembers every set that is scored, as the samples in it. */
function watched(n: number) {
  const seen: string[] = [];
  const score = (weights?: Weights) => {
    seen.push(Array.from({ length: n }, (_, at) => weights?.[at] ?? 1).join(""));
    return weights?.[0] === 0 ? null : 1;
  };
  return { seen, score };
}

describe("scoreSpreads", () => {
  const groups = Uint32Array.of(0, 0, 1, 2, 2, 3, 4);
  const set = { groups, groupCount: 5, resamples: 50, seed: 3 };

  it("scores what the bootstrap scores, each set without one group, and halves that have no group in common", () => {
    const { seen, score } = watched(7);
    const [spread] = scoreSpreads({ ...set, scores: [score] });
    expect(seen.slice(0, 5)).toEqual(["0011111", "1101111", "1110011", "1111101", "1111110"]);
    expect([...spread!.jackknife]).toEqual([Number.NaN, 1, 1, 1, 1]);
    const halves = seen.slice(5, 15).map((text) => [...text].map(Number));
    for (let pair = 0; pair < 10; pair += 2) {
      const [one, other] = [halves[pair]!, halves[pair + 1]!];
      expect(new Set(groups.filter((_, at) => one[at]! > 0)).size).toBe(2);
      expect(new Set(groups.filter((_, at) => other[at]! > 0)).size).toBe(2);
      expect(one.some((weight, at) => weight > 0 && other[at]! > 0)).toBe(false);
      expect([one, other].every((half) => half[0] === half[1] && half[3] === half[4])).toBe(true);
    }
    expect(spread!.halves).toHaveLength(10);
    const plain = clusterBootstrap({ ...set, scores: [watched(7).score] })[0]!;
    expect([spread!.values, spread!.undefinedCount]).toEqual([plain.values, plain.undefinedCount]);
  });

  it("looks at the groups that count, however many others there are", () => {
    const { seen, score } = watched(7);
    const base = Uint32Array.of(1, 1, 0, 2, 2, 0, 1);
    const [spread] = scoreSpreads({ ...set, base, scores: [score] });
    expect(spread!.jackknife).toHaveLength(3);
    expect(seen.slice(0, 3)).toEqual(["0002201", "1100001", "1102200"]);
  });

  it("leaves out blocks where groups are many, and draws the same halves again", () => {
    const many = {
      groups: Uint32Array.from({ length: 1000 }, (_, at) => at),
      groupCount: 1000,
      resamples: 100,
      seed: 3,
    };
    const [first, second] = [watched(1000), watched(1000)];
    const [spread] = scoreSpreads({ ...many, scores: [first.score] });
    scoreSpreads({ ...many, scores: [second.score] });
    expect([spread!.jackknife.length, spread!.halves.length]).toEqual([20, 20]);
    expect(first.seen).toEqual(second.seen);
  });
});

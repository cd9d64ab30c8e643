import { describe, expect, it } from "vitest";
import { knownItemMrr, knownItemRank, knownItemTop } from "./known-item.ts";

const query = (rank: number | null, candidates: number | null = 348) => ({ rank, candidates });

describe("the rank of a known item", () => {
  it("is shown beside what a random order reaches", () => {
    const [line] = knownItemMrr("m").references!([query(1), query(2)]);
    expect(line!.value).toBeCloseTo(0.018_48, 5);
    expect(knownItemTop("m", { k: 5 }).references!([query(1)])[0]!.value).toBe(5 / 348);
    expect(knownItemTop("m", { k: 5 }).references!([query(1, 3)])[0]!.value).toBe(1);
  });

  it("counts 0 where it is not in the answer, and not at all where the truth is hidden", () => {
    const queries = [query(2), query(null), query(1, null)];
    expect(knownItemMrr("m").prepare(queries)()).toBe(1 / 4);
    expect(knownItemTop("m", { k: 2 }).prepare(queries)()).toBe(1 / 2);
    expect(knownItemRank("m", "mean").prepare(queries)()).toBe(2);
  });

  it.each([
    [[1, 2, 9], undefined, 2],
    [[1, 2, 4, 9], undefined, 3],
    [[1, 2, 9], [0, 0, 0], null],
    [[1, 2, 9], [1, 0, 1], 5],
    [[1, 2, 9], [1, 3, 1], 2],
  ] as const)("has the median of %j under the weights %j", (ranks, weights, median) => {
    const score = knownItemRank("m", "median").prepare(ranks.map((rank) => query(rank)));
    expect(score(weights && Uint32Array.from(weights))).toBe(median);
  });
});

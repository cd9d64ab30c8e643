import { describe, expect, it } from "vitest";
import { geometricMap } from "./geometric-map.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";

function query(gains: readonly number[], relevant: number, missing = false): RankedRelevance {
  return { gains, idealGains: new Array<number>(relevant).fill(1), judgedNonrelevant: 0, missing };
}

describe("geometric MAP", () => {
  it.each([
    { name: "nothing", queries: [], value: null },
    { name: "one perfect query", queries: [query([1], 1)], value: 1 },
    { name: "1 and 1/4", queries: [query([1], 1), query([0, 0, 0, 1], 1)], value: 1 / 2 },
    { name: "a failed query", queries: [query([1], 1), query([0], 1)], value: Math.sqrt(0.00001) },
    { name: "a query without truth", queries: [query([1], 1), query([0], 0)], value: 1 },
  ])("$name", ({ queries, value }) => {
    const score = geometricMap("m").prepare(queries)();
    if (value === null) expect(score).toBeNull();
    else expect(score).toBeCloseTo(value, 12);
  });

  it("takes another least precision, above 0", () => {
    const queries = [query([1], 1), query([0], 1)];
    expect(geometricMap("m", { least: 0.01 }).prepare(queries)()).toBeCloseTo(0.1, 12);
    for (const least of [0, -1, 2, Number.NaN])
      expect(() => geometricMap("m", { least })).toThrow(RangeError);
  });

  it("weighs queries, and keeps the rules for missing ones", () => {
    const queries = [query([1], 1), query([0, 1], 1), query([], 1, true)];
    const score = geometricMap("m", { missing: "skip" }).prepare(queries);
    expect(score()).toBeCloseTo(Math.sqrt(1 / 2), 12);
    expect(score(Uint32Array.of(1, 3, 5))).toBeCloseTo((1 / 8) ** (1 / 4), 12);
    expect(geometricMap("m", { missing: "skip" }).counts!(queries[2]!)).toBe(false);
    expect(geometricMap("m").signature).toBe(
      "geometric-map|k:all|least:0.00001|minGain:0|missing:zero|noTruth:skip|v:1",
    );
  });
});

import { describe, expect, it } from "vitest";
import { rankedRelevance } from "./ranked-relevance.ts";

const judgements = new Map([
  ["a", 1],
  ["b", 0],
  ["c", 3],
  ["d", -2],
]);

describe("rankedRelevance", () => {
  it.each([
    { name: "no answer", ranking: undefined, gains: [], missing: true },
    { name: "an empty list", ranking: [], gains: [], missing: false },
    {
      name: "what was not judged, or put in the pool only",
      ranking: ["x", "d", "b", "a"],
      gains: [-1, -1, 0, 1],
      missing: false,
    },
    {
      name: "repeats gain nothing and keep their ranks",
      ranking: ["a", "a", "b", "b", "c"],
      gains: [1, -1, 0, -1, 3],
      missing: false,
    },
  ])("$name", ({ ranking, gains, missing }) => {
    expect(rankedRelevance(ranking, judgements)).toEqual({
      gains,
      idealGains: [3, 1],
      judgedNonrelevant: 1,
      missing,
    });
  });

  it("has nothing to find where nothing is relevant", () => {
    expect(rankedRelevance(["a"], new Map([["b", 0]])).idealGains).toEqual([]);
  });
});

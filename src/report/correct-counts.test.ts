import { expect, it } from "vitest";
import { correctCounts } from "./correct-counts.ts";
import type { ScoreSummary } from "./summary.ts";

function score(value: number | null, n: number): ScoreSummary {
  return { title: "t", value, low: null, high: null, interval: "", n, signature: "s", ceiling: 1, references: [] };
}

it("derives the count behind a proportion", () => {
  const scores = [score(2309 / 4992, 4992), score(1 / 3, 3), score(null, 0)];
  expect(scores.map(correctCounts(scores))).toEqual([2309, 1, null]);
  expect(correctCounts(scores)(undefined)).toBeNull();
});

it("derives nothing where one score shows that the metric is no proportion", () => {
  const scores = [score(1, 10), score(0.123, 10)];
  expect(scores.map(correctCounts(scores))).toEqual([null, null]);
});

it("takes no negative or larger score for a proportion", () => {
  for (const value of [-0.5, 2]) expect(correctCounts([score(value, 2)])(score(value, 2))).toBeNull();
});

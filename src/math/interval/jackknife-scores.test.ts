import { expect, it } from "vitest";
import type { Weights } from "../../core/scores/metric.ts";
import { bcaInterval } from "./bca-interval.ts";
import { clusterBootstrap } from "./cluster-bootstrap.ts";
import { jackknifeScores } from "./jackknife-scores.ts";

const samples = Float64Array.from({ length: 400 }, (_, at) => ((at * 37) % 101) ** 2 / 1e4);
const totalOf = (weights: Weights) =>
  Float64Array.from(weights).reduce((sum, weight) => sum + weight, 0);
const mean = (weights?: Weights) => {
  const total = weights ? totalOf(weights) : samples.length;
  return total === 0
    ? null
    : samples.reduce((sum, value, at) => sum + value * (weights ? weights[at]! : 1), 0) / total;
};
const groups = Uint32Array.from(samples, (_, at) => at);

it("leaves out one group at a time, and says where nothing is left", () => {
  const pair = { groups: Uint32Array.of(0, 0, 1), groupCount: 2 };
  expect([...jackknifeScores({ ...pair, score: (weights) => totalOf(weights!) })]).toEqual([1, 2]);
  expect(jackknifeScores({ groups: Uint32Array.of(0), groupCount: 1, score: () => null })).toEqual(
    Float64Array.of(Number.NaN),
  );
});

it("gives an accelerated interval nearly alike by groups and by blocks of groups", () => {
  const { values } = clusterBootstrap({
    groups,
    groupCount: 400,
    scores: [mean],
    resamples: 2_000,
    seed: 1,
  })[0]!;
  const [whole, blocks] = [400, 100].map(
    (mostBlocks) =>
      bcaInterval({
        values,
        estimate: mean()!,
        jackknife: jackknifeScores({ groups, groupCount: 400, score: mean, mostBlocks }),
      })!,
  );
  expect(Math.abs(whole!.low - blocks!.low)).toBeLessThan((whole!.high - whole!.low) / 20);
  expect(jackknifeScores({ groups, groupCount: 400, score: mean }).length).toBe(200);
});

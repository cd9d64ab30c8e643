import { describe, expect, it } from "vitest";
import { groupedAnswers } from "../../../test/fakes/fake-grouped-answers.ts";
import { permutedConditions } from "./permuted-conditions.ts";
import { signFlipTest } from "./sign-flip-test.ts";

const once = (groups: number) => new Float64Array(groups).fill(1);

describe("permutedConditions", () => {
  it("finds nothing where groups do not differ", () =>
    expect(permutedConditions([once(5), once(5)])).toBe(1));

  it("is the sign-flip test for two conditions", () => {
    const { sums } = groupedAnswers(7, 14, [0.8, 0.5]);
    const differences = sums[0]!.map((sum, group) => sum - sums[1]![group]!);
    expect(permutedConditions(sums, { resamples: 40_000 })).toBeCloseTo(
      signFlipTest(differences).midP,
      2,
    );
  });

  it("gives the share of a multinomial where every group is wrong once", () => {
    // Twelve groups that are wrong under one of three conditions, never under the first: P(range >
    // 6) + P(range = 6) / 2.
    const sums = [once(12), once(12).map((_, i) => i % 2), once(12).map((_, i) => 1 - (i % 2))];
    expect(permutedConditions(sums, { resamples: 40_000 })).toBeCloseTo(0.0818, 2);
  });

  it("finds a difference where there is none no more often than it says", () => {
    const sets = 300;
    const found = Array.from({ length: sets }, (_, seed) =>
      permutedConditions(groupedAnswers(seed, 20, [0.6, 0.6, 0.6]).sums, {
        resamples: 1_000,
        seed,
      }),
    );
    expect(found.filter((p) => p < 0.05).length / sets).toBeLessThan(
      0.05 + 3 * Math.sqrt((0.95 * 0.05) / sets),
    );
    const there = Array.from({ length: 50 }, (_, seed) =>
      permutedConditions(groupedAnswers(seed, 40, [0.8, 0.4, 0.6]).sums, {
        resamples: 1_000,
        seed,
      }),
    );
    expect(there.filter((p) => p < 0.05).length).toBeGreaterThan(40);
  });
});

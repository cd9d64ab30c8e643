import { describe, expect, test } from "vitest";
import type { Score, Weights } from "../../core/scores/metric.ts";
import { clusterBootstrap } from "./cluster-bootstrap.ts";

const values = Float64Array.of(1, 0, 1, 1, 0, 0, 1, 0.5, 1, 0);
const groups = Uint32Array.of(0, 0, 1, 1, 1, 2, 3, 3, 4, 5);

function mean(weights?: Weights): number | null {
  let sum = 0;
  let count = 0;
  for (const [index, value] of values.entries()) {
    sum += value * (weights?.[index] ?? 1);
    count += weights?.[index] ?? 1;
  }
  return count === 0 ? null : sum / count;
}

/** Keeps a copy of the weights of every resample. */
function recorder(): { readonly seen: number[][]; readonly score: Score } {
  const seen: number[][] = [];
  return {
    seen,
    score: (weights) => {
      seen.push([...weights!]);
      return 0;
    },
  };
}

function record(input: {
  readonly groups: Uint32Array;
  readonly groupCount: number;
  readonly base?: Uint32Array;
  readonly resamples?: number;
}) {
  const { seen, score } = recorder();
  clusterBootstrap({ resamples: 50, seed: 1, scores: [score], ...input });
  return seen;
}

describe("clusterBootstrap", () => {
  test("gives samples of a group the same weight, and draws as many groups as there are", () => {
    for (const weights of record({ groups, groupCount: 6 })) {
      const byGroup = [0, 1, 2, 3, 4, 5].map(
        (group) => new Set(weights.filter((_, index) => groups[index] === group)),
      );
      expect(byGroup.every((each) => each.size === 1)).toBe(true);
      expect(byGroup.reduce((sum, each) => sum + [...each][0]!, 0)).toBe(6);
    }
  });

  test("can be shared out: two halves are the whole", () => {
    const part = (first: number, resamples: number) =>
      clusterBootstrap({ groups, groupCount: 6, scores: [mean], seed: 1, first, resamples })[0]!
        .values;
    expect([...part(0, 20), ...part(20, 30)]).toEqual([...part(0, 50)]);
  });

  test("does not depend on how groups are numbered, nor on groups without samples", () => {
    const renumbered = groups.map((group) => 20 - 3 * group);
    expect(record({ groups: renumbered, groupCount: 30 })).toEqual(
      record({ groups, groupCount: 6 }),
    );
  });

  test("weighs single samples as it weighs groups", () => {
    const single = Uint32Array.from(values, (_, index) => index);
    const reversed = single.toReversed();
    const everyOne = record({ groups: single, groupCount: 10 });
    expect(
      everyOne.every((weights) => weights.reduce((sum, weight) => sum + weight, 0) === 10),
    ).toBe(true);
    expect(record({ groups: reversed, groupCount: 10 })).toEqual(everyOne);
    expect(record({ groups: single, groupCount: 10, base: new Uint32Array(10).fill(1) })).toEqual(
      everyOne,
    );
  });

  test("multiplies what samples count before resampling", () => {
    const single = Uint32Array.from(values, (_, index) => index);
    const twice = record({ groups: single, groupCount: 10, base: new Uint32Array(10).fill(2) });
    expect(twice).toEqual(
      record({ groups: single, groupCount: 10 }).map((weights) =>
        weights.map((weight) => 2 * weight),
      ),
    );
  });

  test("resamples a slice as if it were all there is", () => {
    const base = Uint32Array.of(0, 0, 1, 0, 2, 1, 0, 0, 0, 1);
    const kept = [2, 4, 5, 9];
    const whole = record({ groups, groupCount: 6, base });
    const alone = record({
      groups: Uint32Array.from(kept, (index) => groups[index]!),
      groupCount: 6,
      base: Uint32Array.of(1, 2, 1, 1),
    });
    expect(whole.map((weights) => kept.map((index) => weights[index]))).toEqual(alone);
    expect(
      whole.every((weights) =>
        weights.every((weight, index) => kept.includes(index) || weight === 0),
      ),
    ).toBe(true);
  });

  test("gives a resample the same value whatever else is asked for", () => {
    const few = clusterBootstrap({ groups, groupCount: 6, scores: [mean], resamples: 10, seed: 3 });
    const many = clusterBootstrap({
      groups,
      groupCount: 6,
      scores: [() => 1, mean],
      resamples: 20,
      seed: 3,
    });
    expect([...many[1]!.values.subarray(0, 10)]).toEqual([...few[0]!.values]);
    const other = clusterBootstrap({
      groups,
      groupCount: 6,
      scores: [mean],
      resamples: 10,
      seed: 4,
    });
    expect([...other[0]!.values]).not.toEqual([...few[0]!.values]);
  });

  test("marks and counts resamples without a score", () => {
    let call = 0;
    const sometimes: Score = () => (call++ % 3 === 0 ? null : 0.5);
    const [result] = clusterBootstrap({
      groups,
      groupCount: 6,
      scores: [sometimes],
      resamples: 7,
      seed: 1,
    });
    expect(result!.undefinedCount).toBe(3);
    expect([...result!.values]).toEqual([Number.NaN, 0.5, 0.5, Number.NaN, 0.5, 0.5, Number.NaN]);
  });

  test("spreads the mean as widely as groups differ", () => {
    const size = 400;
    const single = Uint32Array.from({ length: size }, (_, index) => index);
    const pairs = single.map((index) => index >> 1);
    const share: Score = (weights) => {
      let right = 0;
      let all = 0;
      for (let index = 0; index < size; index += 1) {
        all += weights![index]!;
        if ((index >> 1) % 2 === 0) right += weights![index]!;
      }
      return right / all;
    };
    const deviation = (each: Uint32Array) => {
      const [result] = clusterBootstrap({
        groups: each,
        groupCount: size,
        scores: [share],
        resamples: 4000,
        seed: 9,
      });
      return Math.sqrt(result!.values.reduce((sum, value) => sum + (value - 0.5) ** 2, 0) / 4000);
    };
    expect(deviation(single) / Math.sqrt(0.25 / 400)).toBeCloseTo(1, 1);
    expect(deviation(pairs) / Math.sqrt(0.25 / 200)).toBeCloseTo(1, 1);
  });

  test("refuses groups past the end and nothing else to score on", () => {
    expect(() =>
      clusterBootstrap({ groups, groupCount: 5, scores: [mean], resamples: 1, seed: 1 }),
    ).toThrow(RangeError);
    const [empty] = clusterBootstrap({
      groups: new Uint32Array(0),
      groupCount: 0,
      scores: [() => null],
      resamples: 2,
      seed: 1,
    });
    expect(empty!.undefinedCount).toBe(2);
  });
});

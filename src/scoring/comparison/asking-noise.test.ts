import { describe, expect, it } from "vitest";
import {
  type FakeSample,
  fakeCorpusMetric,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { askingNoise } from "./asking-noise.ts";

const settings = { unanswered: "empty", seed: 1 } as const;
/** The same mean as a number about the whole set. */
const whole = fakeCorpusMetric(
  (evidence) => {
    const values = [...evidence].map(({ value }) => value!);
    return (weights) => {
      let [sum, all] = [0, 0];
      for (const [i, value] of values.entries()) {
        const weight = weights?.[i] ?? 1;
        sum += weight * value;
        all += weight;
      }
      return all === 0 ? null : sum / all;
    };
  },
  { id: "whole" },
);
const metrics = [fakeMetric(), whole];

function noiseOf(first: readonly FakeSample[], again: readonly FakeSample[]) {
  const scored = (set: readonly FakeSample[]) => ({ evidence: fakeEvidence(set), metrics });
  return askingNoise(scored(first), scored(again), settings);
}

describe("askingNoise", () => {
  it("is nothing where no answer moves", () => {
    const set = Array.from({ length: 20 }, (_, i) => ({ id: `s${i}`, value: i % 2 }));
    expect(noiseOf(set, set)[metrics[0]!.id]).toEqual({ variance: 0, samples: 20, groups: 20 });
  });

  it("is half of what two askings differ by, groups together", () => {
    const set = (right: readonly number[]) =>
      right.map((value, i) => ({ id: `s${i}`, value, group: `g${i >> 1}` }));
    // Both samples of one group move the same way, those of another against each other.
    const { variance, groups } = noiseOf(set([1, 1, 1, 0, 1, 1]), set([0, 0, 0, 1, 1, 1]))[
      metrics[0]!.id
    ]!;
    expect(groups).toBe(3);
    expect(variance).toBeCloseTo((6 * (4 + 0 + 0)) / 36 / 2, 12);
  });

  it("finds the variance of answers that are drawn, for means and for sets as a whole", () => {
    const random = seededRandom(1, "noise");
    const ease = Array.from({ length: 1_200 }, () => random());
    const ask = () => ease.map((p, i) => ({ id: `s${i}`, value: random() < p ? 1 : 0 }));
    const found = noiseOf(ask(), ask());
    // The mean of p (1 − p) over p between 0 and 1 is 1/6.
    for (const { id } of metrics) {
      expect(found[id]!.samples).toBe(1_200);
      expect(Math.abs(found[id]!.variance - 1 / 6), id).toBeLessThan(0.03);
    }
  });
});

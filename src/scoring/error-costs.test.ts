import { describe, expect, it } from "vitest";
import {
  type FakeEvidence,
  type FakeSample,
  fakeCorpusMetric,
  fakeDigest,
  fakeEvidence,
  fakeMetric,
} from "../../test/summaries/fake-evidence.ts";
import type { Family } from "../core/family.ts";
import type { Metric } from "../core/scores/metric.ts";
import { ErrorCostMeter } from "./error-costs.ts";

/** A perfect answer is worth 1. */
const family = { proof: { baselines: { oracle: () => 1 } } } as unknown as Family;
const measure = {
  signature: "fake|v:1",
  measure: ({ prediction }: { readonly prediction: unknown }) => ({ value: prediction }),
};

interface Mistaken extends FakeSample {
  readonly mistake?: string;
}

function costsOf(
  samples: readonly Mistaken[],
  metric: Metric,
  unanswered: "empty" | "exclude" = "empty",
) {
  const meter = new ErrorCostMeter({ family, metric, measure, unanswered, seed: 1 });
  for (const { id, group = id, mistake } of samples)
    if (mistake !== undefined) meter.add({ id, group }, fakeDigest(id), mistake);
  return meter.finish(fakeEvidence(samples));
}

// Forty samples in twenty groups: ten missed, five half right.
const samples = Array.from({ length: 40 }, (_, i): Mistaken => {
  const common = { id: `s${i}`, group: `g${i >> 1}` };
  if (i % 4 === 0) return { ...common, value: 0, mistake: "miss" };
  return i % 8 === 1 ? { ...common, value: 0.5, mistake: "half" } : { ...common, value: 1 };
});
const mean = fakeMetric({ kind: "mean" });

describe("what mistakes cost", () => {
  it("is what their samples miss of a perfect answer, over all samples", () => {
    const { classes, all } = costsOf(samples, mean)!;
    expect(classes.map(({ class: name, samples: n }) => [name, n])).toEqual([
      ["miss", 10],
      ["half", 5],
    ]);
    expect(classes[0]!.cost).toBeCloseTo(10 / 40, 12);
    expect(classes[1]!.cost).toBeCloseTo(2.5 / 40, 12);
    expect(all.cost).toBeCloseTo(12.5 / 40, 12);
    for (const { cost, low, high } of [...classes, all]) {
      expect(low!).toBeGreaterThanOrEqual(0);
      expect(low!).toBeLessThan(cost);
      expect(high!).toBeGreaterThan(cost);
    }
    // Half of the groups miss one of two: ± 2.09 standard errors of .0577 at least.
    expect(classes[0]!.high!).toBeGreaterThan(0.25 + 0.12);
  });

  it("leaves out samples without an answer where these do not count", () => {
    const silent = samples.map((one) =>
      one.mistake === "miss" ? { ...one, isAnswered: false } : one,
    );
    const { classes, all } = costsOf(silent, mean, "exclude")!;
    expect(classes.find((one) => one.class === "miss")!.cost).toBe(0);
    expect(all.cost).toBeCloseTo(2.5 / 30, 12);
  });

  it("is a lower score where less is better", () => {
    const errors = fakeMetric({ kind: "mean", best: 0, worst: 3 });
    const meter = new ErrorCostMeter({
      family: { proof: { baselines: { oracle: () => 0 } } } as unknown as Family,
      ...{ metric: errors, measure, unanswered: "empty", seed: 1 },
    });
    const own = samples.map((one) => ({ ...one, value: one.mistake === "miss" ? 2 : 0 }));
    for (const { id, group, mistake } of own)
      if (mistake === "miss") meter.add({ id, group: group! }, fakeDigest(id), mistake);
    expect(meter.finish(fakeEvidence(own))!.all.cost).toBeCloseTo(0.5, 12);
  });

  /** The share of the whole that is right, squared: a number about the set. */
  const squared = (scale: (count: number) => number) =>
    fakeCorpusMetric((evidence) => {
      const values = [...(evidence as Iterable<FakeEvidence>)].map(({ value }) => value!);
      return (weights) => {
        let [sum, all] = [0, 0];
        for (const [i, value] of values.entries()) {
          sum += (weights?.[i] ?? 1) * value;
          all += weights?.[i] ?? 1;
        }
        return all === 0 ? null : scale(values.length) * (sum / all) ** 2;
      };
    });

  it("of a number about the whole set is the score with those samples put right, minus it", () => {
    const { classes, all } = costsOf(
      samples,
      squared(() => 1),
    )!;
    expect(classes[0]!.cost).toBeCloseTo((37.5 / 40) ** 2 - (27.5 / 40) ** 2, 12);
    expect(all.cost).toBeCloseTo(1 - (27.5 / 40) ** 2, 12);
    expect(all.low!).toBeLessThan(all.cost);
    expect(all.high!).toBeGreaterThan(all.cost);
    expect(all.interval).toContain("cluster bootstrap, t");
  });

  it("is not told where perfect answers would change how the others are scored", () => {
    expect(
      costsOf(
        samples,
        squared((count) => 1 / count),
      ),
    ).toBeUndefined();
  });

  it("is not told without mistakes, and has no interval with few groups", () => {
    const right = samples.map(({ mistake: _, ...one }) => ({ ...one, value: 1 }));
    expect(costsOf(right, mean)).toBeUndefined();
    expect(costsOf(samples.slice(0, 8), mean)!.all).toMatchObject({
      low: null,
      interval: "none: fewer than 10 groups (4)",
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  type FakeSample,
  fakeCorpusMetric,
  fakeDigest,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import { isScored } from "../../core/run/outcome.ts";
import type { Metric } from "../../core/scores/metric.ts";
import type { ComparedScore, TaskComparisons } from "../../summary/comparison-summary.ts";
import { SampleIndex } from "../evidence/sample-index.ts";
import { lastOf } from "../score-evidence.ts";
import { adjustComparisons } from "./adjust-comparisons.ts";
import { type ComparableSystem, comparingSystems } from "./compare-systems.ts";

interface Planned extends FakeSample {
  /** Answered if absent. */
  readonly outcome?: OutcomeKind | "pending";
}

const sharing = fakeCorpusMetric(
  (evidence) => {
    const values = Array.from(evidence, ({ value }) => value!);
    return (weights) => {
      let [sum, all] = [0, 0];
      for (const [i, value] of values.entries()) {
        sum += (weights?.[i] ?? 1) * value;
        all += weights?.[i] ?? 1;
      }
      return all === 0 ? null : sum / all;
    };
  },
  { id: "whole", title: "Whole" },
);

function system(
  name: string,
  samples: readonly Planned[],
  metrics: readonly Metric[] = [fakeMetric(), sharing],
): ComparableSystem {
  const index = new SampleIndex();
  for (const { id, outcome = "answered" } of samples)
    index.add(id, fakeDigest(id), outcome === "pending" ? undefined : outcome);
  const scored = samples.filter(
    ({ outcome = "answered" }) => outcome !== "pending" && isScored(outcome),
  );
  return { name, scored: { evidence: fakeEvidence(scored), metrics }, samples: index.ordered() };
}

function samples(count: number, value: (i: number) => number, own?: (i: number) => object) {
  return Array.from(
    { length: count },
    (_, i): Planned => ({ id: `s${i}`, value: value(i), ...own?.(i) }),
  );
}

const settings = { unanswered: "empty", seed: 1, mostFlips: 4, bySlice: true } as const;

function compare(...systems: readonly ComparableSystem[]): TaskComparisons {
  return adjustComparisons([lastOf(comparingSystems(systems, settings))!])[0]!;
}

describe("comparingSystems", () => {
  it("sets a system against the first on what is scored for both, and says what is left out", () => {
    const first = samples(
      60,
      (i) => (i % 3 === 0 ? 0 : 1),
      (i) => (i < 2 ? { outcome: "media-error" } : i === 2 ? { outcome: "missing", value: 0 } : {}),
    );
    const second = samples(
      59,
      (i) => (i % 5 === 0 ? 0 : 1),
      (i) => (i === 1 ? { outcome: "failed" } : i === 7 ? { outcome: "pending" } : {}),
    );
    const [comparison] = compare(system("a", first), system("b", second)).comparisons;
    expect(comparison).toMatchObject({ system: "b", baseline: "a", headline: "score" });
    expect(comparison!.samples).toMatchObject({ aligned: 56, leftOut: 4 });
    expect(comparison!.samples.reasons).toEqual(
      expect.arrayContaining([
        { system: "b", outcome: "failed", count: 1, samples: ["s1"] },
        { system: "b", outcome: "pending", count: 1, samples: ["s7"] },
        { system: "b", outcome: "absent", count: 1, samples: ["s59"] },
        expect.objectContaining({ system: "a", outcome: "media-error", count: 2 }),
      ]),
    );
    const common = first
      .slice(0, 59)
      .flatMap((sample, i) =>
        i < 2 || i === 7 ? [] : [[sample.value!, second[i]!.value!] as const],
      );
    const { score, whole } = comparison!.metrics;
    const mean = (side: 0 | 1) =>
      common.reduce((sum, pair) => sum + pair[side]!, 0) / common.length;
    for (const one of [score!, whole!]) {
      expect(one.baseline).toBeCloseTo(mean(0), 12);
      expect(one.value).toBeCloseTo(mean(1), 12);
      expect(one.difference).toBeCloseTo(mean(1) - mean(0), 12);
      expect(one.n).toBe(56);
    }
    expect(score!.changes).toEqual({
      wins: common.filter(([a, b]) => b > a).length,
      losses: common.filter(([a, b]) => b < a).length,
      ties: common.filter(([a, b]) => b === a).length,
    });
    expect(whole!.changes).toBeUndefined();
    expect(score!.minimumDetectableEffect!).toBeGreaterThan(0.1);
    expect(whole!.minimumDetectableEffect!).toBeCloseTo(score!.minimumDetectableEffect!, 1);
  });

  it("calls systems the same only where no sample scores differently", () => {
    const verdicts = (one: (i: number) => number, other: (i: number) => number) => {
      const types = (i: number) => ({ slices: { type: i % 2 === 0 ? "a" : "b" } });
      const metrics = [fakeMetric({ kind: "mean" }), sharing];
      const [found] = compare(
        system("one", samples(60, one, types), metrics),
        system("other", samples(60, other, types), metrics),
      ).comparisons;
      const scores = [found!.metrics.score!, found!.metrics.whole!, found!.slices!.type!.a!];
      return scores.map(({ difference, verdict }) => [difference, verdict]);
    };
    const even = (i: number) => (i % 4 < 2 ? 1 : 0);
    expect(verdicts(even, (i) => even(i + 2))).toEqual(Array(3).fill([0, "unclear"]));
    expect(verdicts(even, even)).toEqual(Array(3).fill([0, "same"]));
    // What formulas and rounding leave is no difference.
    expect(verdicts(even, (i) => even(i) + 1e-12)).toEqual(Array(3).fill([0, "same"]));
  });

  it("lists flips by id, losses before wins, and counts all", () => {
    const first = samples(40, (i) => (i < 20 ? 1 : 0));
    const second = samples(40, (i) => (i < 17 || i >= 30 ? 1 : 0));
    const { flips } = compare(system("a", first), system("b", second)).comparisons[0]!;
    expect(flips).toMatchObject({ metric: "score", wins: 10, losses: 3 });
    expect(flips!.samples.map(({ change }) => change)).toEqual(["loss", "loss", "win", "win"]);
    for (const { sample, change, baseline, value } of flips!.samples) {
      const at = Number(sample.slice(1));
      expect(change === "loss" ? at >= 17 && at < 20 : at >= 30).toBe(true);
      expect([baseline, value]).toEqual(change === "loss" ? [1, 0] : [0, 1]);
    }
  });

  it("lists samples by their own scores where no metric is a mean over them", () => {
    const rate = fakeMetric({ id: "parse-rate", population: "all" });
    const [first, second] = [3, 7].map((wrong) =>
      system(
        String(wrong),
        samples(30, (i) => (i === wrong ? 0 : 1)),
        [sharing, rate],
      ),
    );
    expect(compare(first!, second!).comparisons[0]!.flips).toEqual({
      ...{ metric: "whole", wins: 1, losses: 1 },
      samples: [
        { sample: "s7", baseline: 1, value: 0, change: "loss" },
        { sample: "s3", baseline: 0, value: 1, change: "win" },
      ],
    });
  });

  it("knows what is better where less is", () => {
    const late = fakeMetric({ kind: "mean", best: 0, worst: null });
    const [first, second] = [2, 1].map((slow) =>
      system(
        String(slow),
        samples(30, (i) => slow + (i % 3)),
        [late],
      ),
    );
    const { metrics, flips } = compare(first!, second!).comparisons[0]!;
    expect(metrics.score).toMatchObject({ difference: -1, verdict: "better" });
    expect(metrics.score!.changes).toMatchObject({ wins: 30, losses: 0 });
    expect(flips!.samples.every(({ change }) => change === "win")).toBe(true);
  });

  it("breaks the headline down by slices", () => {
    const kinds = (i: number) => ({ slices: { kind: i % 2 === 0 ? "even" : "odd" } });
    const first = samples(80, () => 0, kinds);
    const second = samples(80, (i) => (i % 2 === 0 && i < 40 ? 1 : 0), kinds);
    const { slices } = compare(system("a", first), system("b", second)).comparisons[0]!;
    expect(slices!.kind!.even).toMatchObject({ difference: 0.5, n: 40, verdict: "better" });
    expect(slices!.kind!.odd).toMatchObject({ difference: 0, n: 40, verdict: "same" });
    expect(slices!.kind!.even!.correction).toBe("Benjamini–Hochberg");
  });

  it("tests every two of several systems, and one alone not at all", () => {
    const at = (share: number) => samples(50, (i) => (i < share * 50 ? 1 : 0));
    const all = [0.5, 0.9, 0.1].map((share) => system(String(share), at(share)));
    const { comparisons, pairs } = compare(...all);
    expect(comparisons.map((one) => one.system)).toEqual(["0.9", "0.1"]);
    expect(pairs!.map(({ first, second, verdict }) => [first, second, verdict])).toEqual([
      ["0.5", "0.9", "worse"],
      ["0.5", "0.1", "better"],
      ["0.9", "0.1", "better"],
    ]);
    expect(lastOf(comparingSystems(all.slice(0, 1), settings))).toBeUndefined();
  });

  it("depends neither on the order of samples nor on other systems", () => {
    const first = samples(
      50,
      (i) => (i % 3 === 0 ? 0 : 1),
      (i) => ({ group: `v${i % 12}` }),
    );
    const second = samples(
      50,
      (i) => (i % 4 === 0 ? 0 : 1),
      (i) => ({ group: `v${i % 12}` }),
    );
    const third = samples(
      30,
      () => 1,
      (i) => ({ group: `v${i % 12}` }),
    );
    const alone = lastOf(comparingSystems([system("a", first), system("b", second)], settings))!;
    const among = lastOf(
      comparingSystems(
        [system("a", first.toReversed()), system("c", third), system("b", second)],
        settings,
      ),
    )!;
    expect(among.comparisons[1]).toEqual(alone.comparisons[0]);
  });

  it("lists what repeats have in common", () => {
    const twice = (own: readonly Planned[]) => [...own, ...own];
    const first = twice(samples(20, () => 1));
    const second = [
      ...samples(20, () => 0),
      ...samples(
        20,
        () => 0,
        () => ({ outcome: "failed" }),
      ),
    ];
    const { samples: aligned } = compare(system("a", first), system("b", second)).comparisons[0]!;
    expect(aligned).toMatchObject({ aligned: 20, leftOut: 20 });
    expect(aligned.reasons).toEqual([
      expect.objectContaining({ system: "b", outcome: "failed", count: 20 }),
    ]);
  });
});

describe("adjustComparisons", () => {
  const score = (p: number | null, correction: ComparedScore["correction"]): ComparedScore => ({
    ...{ title: "", kind: "mean", best: 1, worst: 0, baseline: 0, value: 0.5, difference: 0.5 },
    ...{ low: null, high: null, interval: "", p, test: "", adjusted: null, correction },
    ...{ verdict: "none", minimumDetectableEffect: null, n: 1, groups: 1 },
  });
  const task = (headline: number | null, ...others: readonly number[]): TaskComparisons => ({
    comparisons: [
      {
        ...{ system: "b", baseline: "a", headline: "h" },
        samples: { aligned: 1, leftOut: 0, reasons: [] },
        metrics: {
          h: score(headline, "Holm"),
          ...Object.fromEntries(others.map((p, i) => [`m${i}`, score(p, "Benjamini–Hochberg")])),
        },
      },
    ],
  });

  it("corrects headlines over tasks by Holm, and the rest apart by Benjamini and Hochberg", () => {
    const [one, two, three] = adjustComparisons([
      task(0.01, 0.01, 0.03),
      task(0.04, 0.04, 0.005),
      task(null),
    ]).map(({ comparisons }) => comparisons[0]!.metrics);
    expect([one!.h!.adjusted, two!.h!.adjusted, three!.h!.adjusted]).toEqual([0.02, 0.04, null]);
    expect([one!.m0, one!.m1, two!.m0, two!.m1].map((m) => m!.adjusted)).toEqual(
      [0.02, 0.04, 0.04, 0.02].map((p) => expect.closeTo(p, 12)),
    );
    expect(one!.h!.verdict).toBe("better");
    expect(three!.h!.verdict).toBe("none");
  });
});

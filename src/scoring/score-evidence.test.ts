import { describe, expect, it } from "vitest";
import {
  type FakeEvidence,
  type FakeSample,
  fakeCorpusMetric,
  fakeEvidence,
  fakeMetric,
} from "../../test/summaries/fake-evidence.ts";
import type { Metric } from "../core/scores/metric.ts";
import { type ScoreSettings, scoreEvidence } from "./score-evidence.ts";

/**
 * Two right of three known: one of the wrong ones was not answered; the truth of the last is
 * hidden.
 */
const samples: readonly FakeSample[] = [
  { id: "a", value: 1, slices: { type: "x" } },
  { id: "b", value: 1, slices: { type: "y", level: "1" } },
  { id: "c", value: 0, slices: { type: "x" } },
  { id: "d", value: 0, isAnswered: false, slices: { type: "y" } },
  { id: "e", value: 0, isAnswered: false, slices: { type: "z" } },
  { id: "f", value: null },
];

function scored(
  metrics: readonly Metric[],
  settings: Partial<ScoreSettings> = {},
  given = samples,
) {
  return scoreEvidence(fakeEvidence(given), metrics, {
    unanswered: "empty",
    seed: 1,
    unscored: 0,
    ...settings,
  });
}

/** Metrics need not know what guessing reaches on nothing. */
function atLeastOne(evidence: Iterable<FakeEvidence>): readonly FakeEvidence[] {
  const all = [...evidence];
  if (all.length === 0) throw new RangeError("there is no evidence");
  return all;
}

const sumOf = (evidence: Iterable<FakeEvidence>) =>
  [...evidence].reduce((sum, { value }) => sum + (value ?? 0), 0);

const ofMeasure = ` of ${fakeMetric().measure}`;

describe("scoreEvidence", () => {
  it("counts samples without an answer as empty, or not at all, and tells the other way beside", () => {
    const asEmpty = scored([fakeMetric()]);
    expect(asEmpty.metrics.score).toMatchObject({ value: 2 / 5, n: 5 });
    expect(asEmpty.otherPolicy).toMatchObject({
      unanswered: "exclude",
      metrics: { score: { value: 2 / 3, n: 3 } },
    });
    const excluded = scored([fakeMetric()], { unanswered: "exclude" });
    expect(excluded.metrics).toEqual(asEmpty.otherPolicy.metrics);
    expect(excluded.otherPolicy).toEqual({ unanswered: "empty", metrics: asEmpty.metrics });
  });

  it("gives the same twice where everything was answered", () => {
    const { metrics, otherPolicy } = scored(
      [fakeMetric()],
      {},
      samples.map((sample) => ({ ...sample, isAnswered: true })),
    );
    const score = { ...metrics.score, signature: `score|v:1|unanswered:exclude${ofMeasure}` };
    expect(otherPolicy).toEqual({ unanswered: "exclude", metrics: { score } });
    expect(metrics.score).toMatchObject({ value: 2 / 5, n: 5 });
  });

  it("says what the metric is", () => {
    const metric = fakeMetric({ kind: "mean", title: "Error", best: 0, worst: null });
    expect(scored([metric]).metrics.score).toMatchObject({
      title: "Error",
      kind: "mean",
      best: 0,
      worst: null,
    });
  });

  it("signs scores with what the metric reads", () => {
    expect(scored([fakeMetric()]).metrics.score!.signature).toMatch(ofMeasure);
  });

  it("signs scores with the policy, where the metric follows it, and with the extractor, where there is one", () => {
    const signatures = (settings: Partial<ScoreSettings>, given = samples) => {
      const { metrics, otherPolicy, slices } = scored(
        [fakeMetric(), fakeMetric({ id: "all", population: "all" })],
        settings,
        given,
      );
      return [metrics, otherPolicy.metrics, slices.type!.x!.metrics].flatMap((scores) =>
        [scores.score!.signature, scores.all!.signature].map((text) => text.replace(ofMeasure, "")),
      );
    };
    const [empty, exclude] = ["score|v:1|unanswered:empty", "score|v:1|unanswered:exclude"];
    expect(signatures({})).toEqual([empty, "score|v:1", exclude, "score|v:1", empty, "score|v:1"]);
    const read = (text: string) => `${text}|extractor:strict`;
    const both = [exclude, "score|v:1", empty, "score|v:1", exclude, "score|v:1"].map(read);
    expect(signatures({ unanswered: "exclude", extractor: "strict" })).toEqual(both);
    expect(signatures({ unanswered: "exclude", extractor: "strict" }, samples.slice(0, 3))).toEqual(
      both,
    );
  });

  it("does not count samples that a corpus metric does not count, as means do not", () => {
    const known = ({ value }: FakeEvidence) => value !== null;
    const counting = fakeCorpusMetric(() => () => 0.5, { id: "corpus", counts: known });
    const { metrics, otherPolicy, slices } = scored([fakeMetric(), counting], {}, [
      ...samples,
      { id: "g", value: null, isAnswered: false, slices: { type: "x" } },
    ]);
    for (const id of ["score", "corpus"]) {
      expect(metrics[id]).toMatchObject({ n: 5, hidden: 2 });
      expect(otherPolicy.metrics[id]).toMatchObject({ n: 3, hidden: 1 });
      expect(slices.type!.x!.metrics[id]).toMatchObject({ n: 2, hidden: 1 });
      expect(slices.type!.y!.metrics[id]).not.toHaveProperty("hidden");
    }
  });

  it("does not take for hidden what metrics of other populations leave out", () => {
    for (const population of ["answered", "all"] as const)
      expect(scored([fakeMetric({ population })]).metrics.score).not.toHaveProperty("hidden");
  });

  it("knows a set without any known truth", () => {
    const hidden = [1, 2, 3].map((at) => ({ id: `h${at}`, value: null }));
    const counting = fakeCorpusMetric(() => () => null, {
      id: "corpus",
      counts: ({ value }) => value !== null,
      ceiling: () => 7,
    });
    const { metrics } = scored([fakeMetric(), counting], {}, hidden);
    for (const id of ["score", "corpus"])
      expect(metrics[id]).toMatchObject({ value: null, n: 0, hidden: 3, ceiling: null });
  });

  it("breaks scores down by slice; samples without a value are in none", () => {
    const { slices } = scored([fakeMetric()]);
    expect(slices).toMatchObject({
      type: {
        x: { n: 2, metrics: { score: { value: 1 / 2, n: 2 } } },
        y: { n: 2, metrics: { score: { value: 1 / 2, n: 2 } } },
        z: { n: 1, metrics: { score: { value: 0, n: 1 } } },
      },
      level: { 1: { n: 1, metrics: { score: { value: 1, n: 1 } } } },
    });
    expect(Object.keys(slices.type!)).toEqual(["x", "y", "z"]);
    expect(Object.keys(slices.level!)).toEqual(["1"]);
  });

  it("applies the policy to slices, down to slices of nothing", () => {
    const { slices } = scored([fakeMetric()], { unanswered: "exclude" });
    expect(slices.type).toMatchObject({
      x: { n: 2, metrics: { score: { value: 1 / 2, n: 2 } } },
      y: { n: 1, metrics: { score: { value: 1, n: 1 } } },
      z: {
        n: 0,
        metrics: {
          score: {
            value: null,
            n: 0,
            ceiling: null,
            references: [],
            interval: "none: the score is not defined",
          },
        },
      },
    });
  });

  it("counts only answered samples where a metric wants that, under both policies and in slices", () => {
    const { metrics, otherPolicy, slices } = scored([
      fakeMetric({ population: "answered" }),
      fakeMetric({ id: "all" }),
    ]);
    expect(metrics).toMatchObject({ score: { value: 2 / 3, n: 3 }, all: { value: 2 / 5, n: 5 } });
    expect(otherPolicy.metrics).toMatchObject({
      score: { value: 2 / 3, n: 3 },
      all: { value: 2 / 3, n: 3 },
    });
    expect(slices.type!.y!.metrics).toMatchObject({
      score: { value: 1, n: 1 },
      all: { value: 1 / 2, n: 2 },
    });
  });

  it("counts all scored samples where a metric wants that, whatever the policy", () => {
    const metrics = [fakeMetric({ population: "all" }), fakeMetric({ id: "usual" })];
    const asEmpty = scored(metrics);
    const excluded = scored(metrics, { unanswered: "exclude" });
    for (const { metrics: own, otherPolicy, slices } of [asEmpty, excluded]) {
      expect(own.score).toMatchObject({ value: 2 / 5, n: 5 });
      expect(otherPolicy.metrics.score).toMatchObject({ value: 2 / 5, n: 5 });
      expect(slices.type!.y!.metrics.score).toMatchObject({ value: 1 / 2, n: 2 });
    }
    expect(excluded.slices.type!.y).toMatchObject({ n: 1, metrics: { usual: { value: 1, n: 1 } } });
  });

  it("asks for ceiling and references on the very samples that count", () => {
    const metric = fakeMetric({
      ceiling: (evidence) => atLeastOne(evidence).length,
      references: (evidence) => [{ id: "chance", value: sumOf(atLeastOne(evidence)) }],
    });
    const { metrics, otherPolicy, slices } = scored([metric]);
    const read = [
      metrics,
      otherPolicy.metrics,
      slices.type!.x!.metrics,
      slices.type!.z!.metrics,
    ].map(({ score }) => [score!.ceiling, score!.references[0]!.value]);
    expect(read).toEqual([
      [6, 2],
      [4, 2],
      [2, 1],
      [1, 0],
    ]);
    expect(scored([metric], { unanswered: "exclude" }).slices.type!.z!.metrics.score).toMatchObject(
      { ceiling: null, references: [] },
    );
  });

  it("takes the best value for the ceiling where the metric names none", () => {
    expect(scored([fakeMetric({ best: 0, worst: 1 })]).metrics.score!.ceiling).toBe(0);
  });

  it("gives corpus metrics the whole set once and weights for every part of it", () => {
    let preparations = 0;
    const metric = fakeCorpusMetric((evidence) => {
      preparations++;
      const values = [...evidence].map(({ value }) => value ?? 0);
      return (weights) =>
        values.reduce((sum, value, i) => sum + value * (weights ? weights[i]! : 1), 0);
    });
    const { metrics, otherPolicy, slices } = scored([metric]);
    expect(preparations).toBe(1);
    expect([
      metrics.score!.value,
      otherPolicy.metrics.score!.value,
      slices.type!.x!.metrics.score!.value,
    ]).toEqual([2, 2, 1]);
    expect([
      metrics.score!.n,
      otherPolicy.metrics.score!.n,
      slices.type!.x!.metrics.score!.n,
    ]).toEqual([6, 4, 2]);
  });

  it.each([
    ["a proportion", fakeMetric(), [2 / 8, 5 / 8]],
    ["one where less is better", fakeMetric({ best: 0, worst: 1 }), [2 / 8, 5 / 8]],
    [
      "a mean on another scale",
      fakeMetric({ kind: "mean", best: 10, worst: -10 }),
      [(2 - 30) / 8, (2 + 30) / 8],
    ],
    ["a metric without a worst value", fakeMetric({ worst: null }), undefined],
    ["a corpus metric", fakeCorpusMetric(() => () => 0.5), undefined],
    ["a metric that is not defined", fakeMetric({ value: () => null }), undefined],
  ] as const)("bounds %s by what unscored samples could be", (_, metric, bounds) => {
    const { metrics } = scored([metric], { unscored: 3 });
    expect(metrics.score!.bounds).toEqual(bounds);
  });

  it("bounds both policies, but no slices, and nothing where all is scored", () => {
    const { otherPolicy, slices } = scored([fakeMetric()], { unscored: 3 });
    expect(otherPolicy.metrics.score!.bounds).toEqual([2 / 6, 5 / 6]);
    expect(slices.type!.x!.metrics.score).not.toHaveProperty("bounds");
    expect(scored([fakeMetric()]).metrics.score).not.toHaveProperty("bounds");
  });

  it("gives no score and no interval where there is nothing", () => {
    const { metrics, slices } = scored(
      [fakeMetric(), fakeCorpusMetric(() => () => null, { id: "corpus" })],
      {},
      [],
    );
    for (const id of ["score", "corpus"])
      expect(metrics[id]).toMatchObject({
        value: null,
        low: null,
        high: null,
        n: 0,
        ceiling: null,
        interval: "none: the score is not defined",
      });
    expect(slices).toEqual({});
  });

  it("gives slices the intervals of their own groups", () => {
    const many = Array.from(
      { length: 40 },
      (_, at): FakeSample => ({
        id: `q${at}`,
        value: at % 2,
        slices: { half: at < 31 ? "large" : "small" },
      }),
    );
    const { metrics, slices } = scored([fakeMetric()], {}, many);
    expect(metrics.score!.interval).toBe("Wilson; caution: only 40 groups");
    const large = scored([fakeMetric()], {}, many.slice(0, 31)).metrics.score!;
    expect(slices.half!.large!.metrics.score).toEqual(large);
    expect(large.interval).toBe("Wilson; caution: only 31 groups");
    expect(slices.half!.small!.metrics.score).toMatchObject({
      low: null,
      high: null,
      interval: "none: fewer than 10 groups (9)",
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  type FakeSample,
  fakeCorpusMetric,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import type { Metric, Weights } from "../../core/scores/metric.ts";
import { mcnemarMidP } from "../../math/significance/mcnemar.ts";
import { gainOf, pairedDifferences } from "./paired-difference.ts";
import { type PairSettings, pairSystems } from "./paired-systems.ts";
import { PreparedSystem } from "./prepared-system.ts";

/** So many samples; a value for each. */
function samples(
  count: number,
  value: (i: number) => number | null,
  changes: (i: number) => Partial<FakeSample> = () => ({}),
) {
  return Array.from(
    { length: count },
    (_, i): FakeSample => ({ id: `s${i}`, value: value(i), ...changes(i) }),
  );
}

const settings = { unanswered: "empty", seed: 1 } as const;

function pairOf(first: readonly FakeSample[], second: readonly FakeSample[]) {
  const [one, other] = [first, second].map((set) => new PreparedSystem(fakeEvidence(set)));
  return pairSystems(one!, other!);
}

function pairedDifference(
  metric: Metric,
  { first, second, ...own }: PairSettings & Record<"first" | "second", readonly FakeSample[]>,
) {
  return gainOf(pairedDifferences([{ metric }], pairOf(first, second), own)[0]!);
}

const difference = (
  first: readonly FakeSample[],
  second: readonly FakeSample[],
  metric = fakeMetric(),
) => pairedDifference(metric, { first, second, ...settings });

describe("pairedDifference of shares", () => {
  it("is the gain that was built in, with McNemar's test", () => {
    // 90 right of 100 with the video, 40 without: 52 only with it, 2 only without.
    const seen = samples(100, (i) => (i < 90 ? 1 : 0));
    const blind = samples(100, (i) => ((i >= 52 && i < 90) || i >= 98 ? 1 : 0));
    const gain = difference(seen, blind);
    expect(gain).toMatchObject({ n: 100, groups: 100, test: "McNemar, mid-p" });
    expect(gain.value).toBeCloseTo(0.5, 12);
    expect(gain.pValue).toBe(mcnemarMidP({ onlyFirst: 52, onlySecond: 2 }));
    expect(gain.low).toBeGreaterThan(0.37);
    expect(gain.low).toBeLessThan(0.45);
    expect(gain.high).toBeGreaterThan(0.55);
    expect(gain.high).toBeLessThan(0.63);
  });

  it("has a width where nothing differs", () => {
    const gain = difference(
      samples(40, () => 1),
      samples(40, () => 1),
    );
    expect(gain).toMatchObject({ value: 0, pValue: 1, interval: "Tango; caution: only 40 groups" });
    expect(gain.high!).toBeCloseTo(0.0876, 3);
  });

  it("does not depend on the order of samples, and turns round with the systems", () => {
    const seen = samples(30, (i) => (i % 3 === 0 ? 0 : 1));
    const blind = samples(30, (i) => (i % 2 === 0 ? 0 : 1));
    const gain = difference(seen, blind);
    expect(difference(seen.toReversed(), blind)).toEqual(gain);
    expect(difference(blind, seen).value).toBe(-gain.value!);
    expect(difference(blind, seen).pValue).toBe(gain.pValue);
  });

  it("pairs only what counts for both", () => {
    const seen = samples(40, () => 1);
    const blind = samples(40, (i) => (i < 10 ? 1 : i < 20 ? 0 : null)).slice(0, 30);
    expect(difference(seen, blind)).toMatchObject({ value: 0.5, n: 20 });
  });

  it("heeds the policy on missing answers", () => {
    const seen = samples(40, () => 1);
    const blind = samples(
      40,
      (i) => (i < 20 ? 1 : 0),
      (i) => ({ isAnswered: i < 20 }),
    );
    const under = (unanswered: "empty" | "exclude") =>
      pairedDifference(fakeMetric(), {
        first: seen,
        second: blind,
        unanswered,
        seed: 1,
      });
    expect(under("empty")).toMatchObject({ value: 0.5, n: 40 });
    expect(under("exclude")).toMatchObject({ value: 0, n: 20 });
  });

  it("takes groups as wholes: many alike questions about few videos say little", () => {
    const grouped = (i: number) => ({ group: `v${i % 12}` });
    const seen = samples(120, () => 1, grouped);
    const blind = samples(120, (i) => (i % 12 < 6 ? 1 : 0), grouped);
    const clustered = difference(seen, blind);
    const alone = difference(
      samples(120, () => 1),
      samples(120, (i) => (i % 12 < 6 ? 1 : 0)),
    );
    expect(clustered).toMatchObject({
      value: 0.5,
      groups: 12,
      test: "sign flips of groups, mid-p",
    });
    expect(clustered.high! - clustered.low!).toBeGreaterThan(2 * (alone.high! - alone.low!));
    expect(clustered.pValue!).toBeGreaterThan(alone.pValue!);
  });

  it("has a width where groups differ alike, or all but a few do", () => {
    const grouped = (i: number) => ({ group: `g${i % 20}` });
    const same = samples(40, () => 1, grouped);
    expect(difference(same, same)).toMatchObject({
      low: expect.closeTo(-0.1684, 4),
      high: expect.closeTo(0.1684, 4),
      interval:
        "exact: all 20 groups differ alike, so at most 16.8 % do not; caution: only 20 groups",
    });
    const nearly = samples(40, (i) => (i === 0 ? 0 : 1), grouped);
    const { low, high, value } = difference(nearly, same);
    expect(value).toBeCloseTo(-1 / 40, 12);
    expect(low!).toBeGreaterThan(-0.25);
    expect(high!).toBeLessThan(0.2);
    expect(high!).toBeGreaterThan(0);
  });

  it.each([
    [
      "nothing in common",
      samples(12, () => 1),
      [{ id: "other", value: 1 }],
      "none: the difference is not defined",
    ],
    ["few groups", samples(5, () => 1), samples(5, () => 0), "none: fewer than 10 groups (5)"],
  ])("has no interval with %s", (_, first, second, interval) => {
    expect(difference(first, second)).toMatchObject({ low: null, high: null, interval });
  });
});

describe("pairedDifference of other scores", () => {
  it("tests means by sign flips", () => {
    const gain = difference(
      samples(20, () => 0.75),
      samples(20, (i) => (i % 2 === 0 ? 0.5 : 0.625)),
      fakeMetric({ kind: "mean" }),
    );
    expect(gain).toMatchObject({ value: 0.1875, test: "sign flips of groups" });
    expect(gain.pValue).toBeCloseTo(2 / 2 ** 20, 12);
  });

  it("scores whole sets on the same resamples, common samples only", () => {
    const meanOf = fakeCorpusMetric((evidence) => {
      const values = Array.from(evidence, ({ value }) => value!);
      return (weights?: Weights) => {
        const all = values.reduce((sum, _, i) => sum + (weights?.[i] ?? 1), 0);
        return all === 0
          ? null
          : values.reduce((sum, value, i) => sum + value * (weights?.[i] ?? 1), 0) / all;
      };
    });
    const seen = [...samples(40, (i) => (i % 4 === 0 ? 0 : 1)), { id: "extra", value: 0 }];
    const blind = samples(40, (i) => (i % 2 === 0 ? 0 : 1));
    const gain = difference(seen, blind, meanOf);
    const asShare = difference(seen, blind);
    expect(gain).toMatchObject({ value: 0.25, n: 40, test: "cluster bootstrap, t" });
    expect(gain.low).toBeCloseTo(asShare.low!, 1);
    expect(gain.pValue!).toBeLessThan(0.01);
    expect(
      difference(
        seen,
        blind,
        fakeCorpusMetric(() => () => null),
      ).value,
    ).toBeNull();
  });
});

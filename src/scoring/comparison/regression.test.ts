import { describe, expect, it } from "vitest";
import {
  type FakeSample,
  fakeCorpusMetric,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { pairSystems } from "./paired-systems.ts";
import { PreparedSystem } from "./prepared-system.ts";
import { regressions } from "./regression.ts";

const settings = { unanswered: "empty", seed: 1, margin: 0.02, level: 0.01 } as const;

type Value = (i: number) => number;

/** What is found of `count` samples, `size` in each group. */
function found(
  values: { readonly now: Value; readonly before: Value },
  { count = 40, size = 1, metric = fakeMetric() as Metric, ...changes } = {},
) {
  const evidence = (value: Value) =>
    new PreparedSystem(
      fakeEvidence(
        Array.from(
          { length: count },
          (_, i): FakeSample => ({
            id: `s${i}`,
            group: `g${Math.floor(i / size)}`,
            value: value(i),
          }),
        ),
      ),
    );
  const pair = pairSystems(evidence(values.now), evidence(values.before));
  return regressions([{ metric }], pair, { ...settings, ...changes })[0]!;
}

const right: Value = () => 1;
const losing =
  (lost: number): Value =>
  (i) =>
    i < lost ? 0 : 1;

describe("regressions", () => {
  it("of single samples need as many flips as it says, and not one less", () => {
    const { count } = found({ now: right, before: right }).needed!;
    expect(count).toBe(7);
    expect(found({ now: losing(count), before: right }).worse).toBeLessThanOrEqual(0.01);
    expect(found({ now: losing(count - 1), before: right }).worse).toBeGreaterThan(0.01);
    // With many samples the margin lets some of them flip.
    const { needed } = found({ now: right, before: right }, { count: 1000 });
    expect(needed).toEqual({ count: 31, of: "samples" });
    expect(found({ now: losing(31), before: right }, { count: 1000 }).worse).toBeLessThanOrEqual(
      0.01,
    );
    expect(found({ now: losing(30), before: right }, { count: 1000 }).worse).toBeGreaterThan(0.01);
  });

  it("of groups need seven of them, whatever the samples", () => {
    const losses = (groups: number) => (i: number) => (Math.floor(i / 4) < groups ? 0 : 1);
    const grouped = (groups: number) => found({ now: losses(groups), before: right }, { size: 4 });
    expect(grouped(7).worse).toBeLessThanOrEqual(0.01);
    expect(grouped(6).worse).toBeGreaterThan(0.01);
    expect(grouped(6).needed).toEqual({ count: 7, of: "groups" });
  });

  it("are found by neither test alone: a small loss everywhere, and a large one in few groups", () => {
    const everywhere = found(
      { now: () => 0.495, before: () => 0.5 },
      { metric: fakeMetric({ kind: "mean" }) },
    );
    expect(everywhere.worse).toBe(1);
    expect(found({ now: losing(5), before: right }, { count: 12 }).worse).toBeCloseTo(1 / 32, 6);
  });

  it("say that nothing can be shown by fewer groups", () => {
    const few = found({ now: losing(6), before: right }, { count: 6 });
    expect(few).toMatchObject({ worse: 1, untested: expect.stringContaining("6 samples are too") });
    const corpus = found({ now: right, before: right }, { count: 6, metric: whole() });
    expect(corpus.untested).toContain("fewer than 10 groups");
  });

  it("take the margin as points of fractions, and as a share of the old score of anything else", () => {
    expect(found({ now: right, before: right }).margin).toBe(0.02);
    const seconds = fakeMetric({ kind: "mean", best: 0, worst: null });
    const slower = found(
      { now: (i) => 5.5 + (i % 3), before: (i) => 4 + (i % 2) },
      { metric: seconds },
    );
    expect(slower.margin).toBeCloseTo(0.02 * 4.5, 12);
    expect(slower.worse).toBeLessThan(0.001);
    expect(
      found({ now: (i) => 4 + (i % 2), before: (i) => 5.5 + (i % 3) }, { metric: seconds }).worse,
    ).toBe(1);
  });

  it("of scores of whole sets go by the bootstrap", () => {
    const worse = found(
      { now: (i) => (i % 2) * 0.6, before: (i) => 0.2 + (i % 2) * 0.5 + (i % 5) / 50 },
      { metric: whole() },
    );
    expect(worse.worse).toBeLessThan(0.001);
    expect(worse.detectable).toBeGreaterThan(0.02);
    expect(found({ now: right, before: right }, { metric: whole() })).toMatchObject({ worse: 1 });
  });

  it("rule a loss out only where there are samples enough", () => {
    const same = (count: number) => found({ now: right, before: right }, { count }).notWorse;
    expect(same(40)).toBeGreaterThan(0.1);
    expect(same(400)).toBeLessThan(0.01);
  });

  it("do not call a set hopeless that shows a loss", () => {
    const before: Value = (i) => (i % 3 === 0 ? 0.9 : 0.1);
    const all = found({ now: () => 0, before }, { count: 30, metric: whole() });
    expect(all.worse).toBeLessThan(0.001);
    expect(all.isHopeless).toBeUndefined();
    expect(all.detectable ?? 0).toBeLessThanOrEqual(all.found.second!);
  });

  it("call a set hopeless where not even the loss of everything is found in time", () => {
    const half: Value = (i) => i % 2;
    expect(found({ now: half, before: half }, { count: 10 })).toMatchObject({
      ...{ isHopeless: true, detectable: null },
    });
  });
});

/** The mean as a metric of the whole set. */
function whole(): Metric {
  return fakeCorpusMetric((evidence) => {
    const values = Array.from(evidence, ({ value }) => value!);
    return (weights) => {
      let [sum, all] = [0, 0];
      for (const [i, value] of values.entries()) {
        sum += (weights?.[i] ?? 1) * value;
        all += weights?.[i] ?? 1;
      }
      return all === 0 ? null : sum / all;
    };
  });
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type FakeSample,
  fakeCorpusMetric,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { kornGraubard } from "../../math/interval/korn-graubard.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { prepareMetric } from "../evidence/prepared-metric.ts";
import { scoreEvidence } from "../score-evidence.ts";
import { scoreIntervals } from "./score-intervals.ts";

function interval(samples: readonly FakeSample[], metric: Metric, seed = 1) {
  const {
    value,
    low,
    high,
    interval: text,
  } = scoreEvidence(fakeEvidence(samples), [metric], { unanswered: "empty", seed, unscored: 0 })
    .metrics.score!;
  return { value: value!, low, high, text };
}

/** Samples in groups, by the values of each group. */
function inGroups(groups: readonly (readonly (number | null)[])[]): FakeSample[] {
  return groups.flatMap((values, group) =>
    values.map((value, at) => ({ id: `${group}/${at}`, group: `v${group}`, value })),
  );
}

const alone = (values: readonly (number | null)[]) => inGroups(values.map((value) => [value]));
const alternating = (length: number) => Array.from({ length }, (_, at) => at % 2);

/** Square root of the mean square: no mean of samples, and defined on every resample. */
const spread = fakeCorpusMetric((evidence) => {
  const values = [...evidence].map(({ value }) => value ?? 0);
  return (weights) => {
    let sum = 0;
    let count = 0;
    for (const [i, value] of values.entries()) {
      sum += (weights ? weights[i]! : 1) * value * value;
      count += weights ? weights[i]! : 1;
    }
    return count === 0 ? null : Math.sqrt(sum / count);
  };
});

/** The lower median, by a count of how often each sample counts. */
const median = fakeCorpusMetric((evidence) => {
  const values = [...evidence].map(({ value }) => value ?? 0);
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  return (weights) => {
    const weightOf = (i: number) => (weights ? weights[i]! : 1);
    const half = order.reduce((sum, i) => sum + weightOf(i), 0) / 2;
    let below = 0;
    for (const i of order) {
      below += weightOf(i);
      if (below >= half) return values[i]!;
    }
    return null;
  };
});

describe("rates of events", () => {
  /** Every sample is an hour with so many alarms. */
  const alarms = {
    ...fakeCorpusMetric((evidence) => {
      const counts = [...evidence].map(({ value }) => value ?? 0);
      return (weights) => {
        const hours = counts.reduce((sum, _count, i) => sum + (weights ? weights[i]! : 1), 0);
        return hours === 0
          ? null
          : counts.reduce((sum, count, i) => sum + count * (weights ? weights[i]! : 1), 0) / hours;
      };
    }),
    best: 0,
    worst: null,
    exposure: () => 1,
  };

  it("have the exact Poisson interval where alarms are spread evenly", () => {
    // 6 alarms in 12 hours: chi-squared quantiles of 12 and 14 degrees of freedom, 4.403789 and
    // 26.118948, over 2 · 12.
    const { value, low, high, text } = interval(alone(alternating(12)), alarms);
    expect(value).toBe(0.5);
    expect(low).toBeCloseTo(0.18349119, 6);
    expect(high).toBeCloseTo(1.0882895, 6);
    expect(text).toBe("exact Poisson; caution: only 12 groups");
  });

  it("are wider where alarms come in bursts, and say so", () => {
    const hours = Array.from({ length: 40 }, (_, at) => (at % 10 === 0 ? 10 : 0));
    const { low, high, text } = interval(alone(hours), alarms);
    expect(text).toMatch(
      /^Poisson, events uneven over groups: variance × \d+\.\d; caution: only 40 groups$/,
    );
    // Exact Poisson limits of 40 alarms in 40 hours are .71 and 1.36.
    expect(low).toBeLessThan(0.4);
    expect(high).toBeGreaterThan(2);
  });

  it("look at groups, not at samples, also where groups are so many that they are taken together", () => {
    const bursts = Array.from({ length: 300 }, (_, group) => (group % 7 === 0 ? [3, 3] : [0, 0]));
    const asGroups = interval(inGroups(bursts), alarms);
    const asSamples = interval(alone(bursts.flat()), alarms);
    const wide = asGroups.high! - asGroups.low!;
    expect(wide / (asSamples.high! - asSamples.low!)).toBeGreaterThan(1.2);
    expect(wide / (asSamples.high! - asSamples.low!)).toBeLessThan(1.7);
  });

  it("hold the truth about as often as they say where videos are unequally noisy", () => {
    const [videos, sets] = [40, 300];
    let covered = 0;
    for (let seed = 0; seed < sets; seed++) {
      const random = seededRandom(seed, "noisy videos");
      const counts = Array.from({ length: videos }, () => negativeBinomial(random));
      const { low, high } = interval(alone(counts), alarms);
      if (low! <= 1 && 1 <= high!) covered++;
    }
    // Three standard errors around .95; exact Poisson covers about .82.
    expect(covered / sets).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / sets));
    expect(covered / sets).toBeLessThanOrEqual(0.95 + 3 * Math.sqrt((0.95 * 0.05) / sets));
  });

  it("claim less than one alarm an hour from three quiet hours on, one-sided", () => {
    const { low, high, text } = interval(alone(Array.from({ length: 12 }, () => 0)), alarms);
    expect(low).toBe(0);
    expect(high).toBeCloseTo(-Math.log(0.05) / 12, 12);
    expect(text).toBe("exact Poisson, one-sided: no event; caution: only 12 groups");
  });

  it("need ten groups as well: fewer do not tell how far alarms come in bursts", () => {
    expect(interval(alone([1, 0, 2, 0]), alarms)).toMatchObject({
      low: null,
      high: null,
      text: "none: fewer than 10 groups (4)",
    });
  });
});

/** Of mean and shape 1: whole numbers whose chances fall by half. */
function negativeBinomial(random: () => number): number {
  let count = 0;
  while (random() < 0.5) count++;
  return count;
}

describe("proportions", () => {
  it("have Wilson's interval where every group has one sample", () => {
    const { low, high, text } = interval(alone(alternating(12)), fakeMetric());
    // 6 of 12, worked out by hand from Wilson's formula with z = 1.959964.
    expect(low).toBeCloseTo(0.253782, 6);
    expect(high).toBeCloseTo(0.746218, 6);
    expect(text).toBe("Wilson; caution: only 12 groups");
  });

  it("have Korn and Graubard's where a group has several", () => {
    const groups = [[1, 1], [0, 0], [1, 0], [1], [0], [1], [0], [1], [1, 1, 1], [0], [1, 0], [0]];
    const { low, high, text } = interval(inGroups(groups), fakeMetric());
    const expected = kornGraubard({
      successes: groups.map((values) => values.reduce((sum, value) => sum + value, 0)),
      samples: groups.map((values) => values.length),
    });
    expect(low).toBeCloseTo(expected.low, 12);
    expect(high).toBeCloseTo(expected.high, 12);
    expect(text).toBe("Korn–Graubard; caution: only 12 groups");
  });

  it("do not count samples that do not count when they look at groups", () => {
    const groups = alternating(12).map((value) => [value, null]);
    expect(interval(inGroups(groups), fakeMetric())).toEqual(
      interval(alone(alternating(12)), fakeMetric()),
    );
    expect(
      interval([...inGroups(groups.slice(0, 9)), ...alone([null, null])], fakeMetric()).text,
    ).toBe("none: fewer than 10 groups (9)");
  });

  it.each([
    [9, "none: fewer than 10 groups (9)"],
    [10, "Wilson; caution: only 10 groups"],
    [49, "Wilson; caution: only 49 groups"],
    [50, "Wilson"],
  ])("on %i groups", (groups, text) => {
    const found = interval(alone(alternating(groups)), fakeMetric());
    expect(found.text).toBe(text);
    expect(found.low === null).toBe(groups < 10);
    expect(found.high === null).toBe(groups < 10);
  });

  it("need groups, not samples", () => {
    expect(
      interval(inGroups(Array.from({ length: 9 }, () => alternating(30))), fakeMetric()).text,
    ).toBe("none: fewer than 10 groups (9)");
  });
});

describe("means", () => {
  const mean = fakeMetric({ kind: "mean" });
  const values = Array.from({ length: 20 }, (_, at) => [(at % 7) / 10, (at % 5) / 10]);

  it("have a studentised interval around them", () => {
    const { value, low, high, text } = interval(inGroups(values), mean);
    expect(text).toBe("cluster bootstrap, studentised, 1000 resamples; caution: only 20 groups");
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
    expect(high! - low!).toBeLessThan(0.3);
  });

  it.each([
    ["best", 1, 0.94037, 1],
    ["worst", 0, 0, 0.05963],
    ["same", 0.25, 0.23509, 0.29472],
  ])(
    "of groups that all have the %s value are bounded by the share of groups that may not",
    (_, value, low, high) => {
      // 1 − .025^(1/60) = 5.963 % of the groups may be at the other end.
      const found = interval(inGroups(Array.from({ length: 60 }, () => [value, value])), mean);
      expect(found.low).toBeCloseTo(low, 5);
      expect(found.high).toBeCloseTo(high, 5);
      expect(found.text).toBe("exact: all 60 groups score the same, so at most 6.0 % do not");
    },
  );

  it("have none where all groups agree and no value is the worst, with the reason", () => {
    const errors = fakeMetric({ kind: "mean", best: 0, worst: null });
    expect(interval(alone(Array.from({ length: 20 }, () => 0)), errors)).toMatchObject({
      low: null,
      high: null,
      text: "none: all resamples give the same score, which has no worst value",
    });
  });

  it("are cut to what the metric can be", () => {
    const nearlyBest = [0, 0.7, 0.9, ...Array.from({ length: 12 }, (_, at) => 1 - at / 1000)];
    expect(interval(alone(nearlyBest), mean).high).toBe(1);
    expect(interval(alone(nearlyBest), fakeMetric({ kind: "mean", best: 0, worst: 1 })).high).toBe(
      1,
    );
    expect(interval(alone(nearlyBest.map((value) => 1 - value)), mean).low).toBe(0);
  });

  it("without a worst value are cut on the side of the best one only", () => {
    const seconds = Array.from({ length: 20 }, (_, at) => 2 + (at % 5));
    const errors = fakeMetric({ kind: "mean", best: 0, worst: null });
    const { low, high } = interval(alone(seconds), errors);
    expect(low).toBeGreaterThan(3);
    expect(high).toBeGreaterThan(4);
    expect(high).toBeLessThan(5.5);
    const gain = fakeMetric({ kind: "mean", best: 1, worst: null });
    const gains = interval(alone(seconds.map((value) => -value)), gain);
    expect([gains.low, gains.high]).toEqual(
      [-high!, -low!].map((limit) => expect.closeTo(limit, 0)),
    );
  });

  it("are cut at the best value also where it is the score, on the side of all other values", () => {
    // More than half answer at once, the others after 3 s: the median is 0.
    const latencies = Array.from({ length: 30 }, (_, at) => (at < 16 ? 0 : 3));
    const { value, low, high } = interval(alone(latencies), { ...median, best: 0, worst: null });
    expect([value, low]).toEqual([0, 0]);
    expect(high).toBeGreaterThan(0);
  });

  it("are not cut at a best value that the score is beyond, as alerts before the onset are", () => {
    const latencies = Array.from({ length: 30 }, (_, at) => (at < 16 ? -1 : 3));
    const { value, low, high } = interval(alone(latencies), { ...median, best: 0, worst: null });
    expect(value).toBe(-1);
    expect(low).toBeLessThan(-1);
    expect(high).toBeGreaterThan(0);
  });

  it("have an interval of another kind where nearly all groups agree and studentised limits would be infinite", () => {
    const oneOff = [100, ...Array.from({ length: 11 }, () => 0)];
    const { value, low, high, text } = interval(
      alone(oneOff),
      fakeMetric({ kind: "mean", best: 0, worst: null }),
    );
    expect(text).toMatch(/^cluster bootstrap, bias-corrected t, 1000 resamples/);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(value);
    expect(high).toBeLessThan(100);
  });
});

describe("corpus metrics", () => {
  const samples = inGroups(Array.from({ length: 30 }, (_, at) => [(at % 7) / 7, (at % 4) / 4]));

  it("have an interval from a bootstrap over groups around them", () => {
    const { value, low, high, text } = interval(samples, spread);
    expect(text).toBe(
      "cluster bootstrap, bias-corrected Korn–Graubard, 1000 resamples; caution: only 30 groups",
    );
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  });

  it("depend on the seed and on nothing else, not on the order of samples", () => {
    const once = interval(samples, spread, 7);
    expect(interval(samples, spread, 8)).not.toEqual(once);
    fc.assert(
      fc.property(fc.shuffledSubarray(samples, { minLength: samples.length }), (shuffled) => {
        expect(interval(shuffled, spread, 7)).toEqual(once);
      }),
      { numRuns: 10 },
    );
  });

  it("do not depend on which other metrics there are", () => {
    const some = samples.map((sample, at) => ({ ...sample, isAnswered: at % 3 > 0 }));
    const populations = [{}, { population: "answered" as const }, { population: "all" as const }];
    const all = populations.map((own, at) => ({ ...spread, ...own, id: `m${at}` }));
    const settings = { unanswered: "empty", seed: 7, unscored: 0 } as const;
    const { metrics } = scoreEvidence(
      fakeEvidence(some),
      [...all, fakeMetric({ kind: "mean" })],
      settings,
    );
    for (const metric of all) {
      const { metrics: alone } = scoreEvidence(fakeEvidence(some), [metric], settings);
      expect(metrics[metric.id]).toEqual(alone[metric.id]);
    }
    expect(metrics.m1!.low).not.toBe(metrics.m0!.low);
  });

  it("are resampled in a slice as if the slice were all there is", () => {
    const inSlice = (_: FakeSample, at: number) => at < 30;
    const sliced = samples.map((sample, at) => ({
      ...sample,
      slices: { half: inSlice(sample, at) ? "a" : "b" },
    }));
    const { slices } = scoreEvidence(fakeEvidence(sliced), [spread], {
      unanswered: "empty",
      seed: 7,
      unscored: 0,
    });
    const { value, low, high, text } = interval(samples.filter(inSlice), spread, 7);
    expect(slices.half!.a!.metrics.score).toMatchObject({ value, low, high, interval: text });
    expect(text).toContain("only 15 groups");
  });

  it("resample groups, not samples", () => {
    const copies = inGroups(
      Array.from({ length: 30 }, (_, at) => Array.from({ length: 8 }, () => (at % 7) / 7)),
    );
    const single = inGroups(Array.from({ length: 30 }, (_, at) => [(at % 7) / 7]));
    const [wide, narrow] = [copies, single].map((given) => interval(given, spread));
    expect(Math.abs((wide!.high! - wide!.low!) / (narrow!.high! - narrow!.low!) - 1)).toBeLessThan(
      0.2,
    );
  });

  /** The mean of the samples that have a value. */
  const meanOfKnown = fakeCorpusMetric((evidence) => {
    const values = [...evidence].map(({ value }) => value);
    return (weights) => {
      let [sum, count] = [0, 0];
      for (const [i, value] of values.entries()) {
        if (value === null) continue;
        sum += (weights ? weights[i]! : 1) * value;
        count += weights ? weights[i]! : 1;
      }
      return count === 0 ? null : sum / count;
    };
  });

  it("name the groups that can be scored alone, where others cannot", () => {
    const some = inGroups(Array.from({ length: 18 }, (_, at) => [at < 15 ? 1 : null]));
    expect(interval(some, meanOfKnown).text).toBe(
      "exact: all 15 groups that can be scored alone score the same, so at most 21.8 % do not; caution: only 18 groups",
    );
  });

  it("have, where every group is perfect, the very bound that proportions have", () => {
    const perfect = inGroups(Array.from({ length: 60 }, () => [1, 1]));
    const [whole, proportion] = [interval(perfect, meanOfKnown), interval(perfect, fakeMetric())];
    expect(whole).toMatchObject({
      value: 1,
      high: 1,
      text: "exact: all 60 groups score the same, so at most 6.0 % do not",
    });
    expect(whole.low).toBeCloseTo(0.025 ** (1 / 60), 12);
    expect(whole.low).toBeCloseTo(proportion.low!, 12);
    const loss = { ...meanOfKnown, best: 0, worst: 1 } as Metric;
    expect(interval(perfect.map((sample) => ({ ...sample, value: 0 })), loss).high).toBeCloseTo(1 - 0.025 ** (1 / 60), 12); // biome-ignore format: one line
  });

  it("do not count groups that say nothing by themselves for it", () => {
    const some = inGroups(Array.from({ length: 60 }, (_, at) => [at < 20 ? 1 : null]));
    expect(interval(some, meanOfKnown)).toMatchObject({
      high: 1,
      text: expect.stringContaining("all 20 groups that can be scored alone score the same"),
    });
    expect(interval(some.slice(15), meanOfKnown).text).toBe(
      "none: all resamples give the same score, and fewer than 10 groups (5) tell anything",
    );
  });

  it("take rounding for no difference", () => {
    let calls = 0;
    for (const noise of [0, 1e-16]) {
      const constant = fakeCorpusMetric(() => () => 0.5 + (calls++ % 2) * noise * 2);
      expect(interval(samples, constant)).toMatchObject({
        text: expect.stringContaining("exact: all 30 groups score the same"),
      });
    }
  });

  it("have no interval where every resample gives the same but nothing bounds what others might", () => {
    const constant = fakeCorpusMetric(() => () => 0);
    for (const open of [
      { ...constant, best: 0, worst: null } as Metric,
      { ...constant, isTotal: true } as Metric,
    ])
      expect(interval(samples, open)).toMatchObject({
        low: null,
        high: null,
        text: expect.stringMatching(/^none: all resamples/),
      });
  });

  it("are resampled with weights that never vanish where they would not be defined on some resamples", () => {
    const rare = fakeCorpusMetric((evidence) => {
      const values = [...evidence].map(({ value }) => value);
      const place = values.indexOf(1);
      return (weights) => (weights?.[place] === 0 ? null : (weights?.[place] ?? 1) / 10);
    });
    const { low, high, text } = interval(alone([1, ...Array.from({ length: 19 }, () => 0)]), rare);
    expect(text).toBe(
      "cluster bootstrap, Dirichlet weights, bias-corrected Korn–Graubard, 1000 resamples; caution: only 20 groups",
    );
    expect(low).toBeLessThan(0.1);
    expect(high).toBeGreaterThan(0.2);
  });

  it("leave out resamples on which they are not defined even so, and say how many", () => {
    const picky = fakeCorpusMetric(
      () => (weights) => (weights && weights[0]! < weights[1]! ? null : (weights?.[2] ?? 1) / 10),
    );
    expect(interval(alone(alternating(20)), picky).text).toMatch(
      /1000 resamples, \d+ of them left out, since the score is not defined there/,
    );
  });

  it("have no interval where no resample has a score", () => {
    const whole = fakeCorpusMetric(() => (weights) => (weights ? null : 0.5));
    expect(interval(samples, whole).text).toBe("none: the score is not defined on any resample");
  });

  it("do not count samples that do not count when they look at groups", () => {
    const ofKnown = fakeCorpusMetric((evidence) => {
      const values = [...evidence].map(({ value }) => value);
      return (weights) => {
        let sum = 0;
        let count = 0;
        for (const [i, value] of values.entries()) {
          if (value === null) continue;
          sum += (weights ? weights[i]! : 1) * value;
          count += weights ? weights[i]! : 1;
        }
        return count === 0 ? null : sum / count;
      };
    });
    const counting = {
      ...ofKnown,
      counts: ({ value }: { value: number | null }) => value !== null,
    } as Metric;
    const hidden = alone([null, null, null]).map((sample) => ({
      ...sample,
      id: `h${sample.id}`,
      group: `h${sample.group}`,
    }));
    expect(interval([...samples, ...hidden], counting, 7)).toEqual(interval(samples, ofKnown, 7));
    expect(interval([...samples.slice(0, 18), ...hidden], counting).text).toBe(
      "none: fewer than 10 groups (9)",
    );
  });

  it("need ten groups as well", () => {
    expect(interval(samples.slice(0, 18), spread).text).toBe("none: fewer than 10 groups (9)");
  });
});

describe("large sets", () => {
  it("get fewer resamples", () => {
    const n = 1_000_000;
    const set = {
      ...fakeEvidence([]),
      n,
      groups: Uint32Array.from({ length: n }, (_, at) => at % 20),
      groupCount: 20,
      evidence: () => Array.from({ length: n }, (_, at) => ({ value: (at % 20) / 20 })),
    };
    const prepared = [prepareMetric(set, fakeMetric({ kind: "mean" }))];
    const [found] = scoreIntervals({
      set,
      prepared,
      weights: [undefined],
      points: [prepared[0]!.score()],
      seed: 1,
      isSlice: false,
    });
    expect(found!.interval).toBe(
      "cluster bootstrap, studentised, 200 resamples; caution: only 20 groups",
    );
  });

  it("get intervals of slices only where a formula gives them", () => {
    const many = Array.from(
      { length: 50_001 },
      (_, at): FakeSample => ({
        id: `q${at}`,
        group: `v${at % 30}`,
        value: Number(at % 7 === at % 30),
        slices: { half: at < 25_000 ? "a" : "b" },
      }),
    );
    const metrics = [fakeMetric(), fakeMetric({ id: "mean", kind: "mean" })];
    const { metrics: whole, slices } = scoreEvidence(fakeEvidence(many), metrics, {
      unanswered: "empty",
      seed: 1,
      unscored: 0,
    });
    expect(whole.mean!.interval).toBe(
      "cluster bootstrap, studentised, 1000 resamples; caution: only 30 groups",
    );
    expect(slices.half!.a!.metrics.mean!.interval).toBe(
      "none: not computed for slices of sets of more than 50000 samples",
    );
    expect(slices.half!.a!.metrics.score!.interval).toBe("Korn–Graubard; caution: only 30 groups");
  });
});

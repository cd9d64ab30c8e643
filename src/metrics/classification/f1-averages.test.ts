import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Metric } from "../../core/scores/metric.ts";
import { balancedAccuracy } from "./balanced-accuracy.ts";
import type { ClassSet, HasLabels } from "./class-counts.ts";
import { classF1 } from "./class-f1.ts";
import { f1 } from "./f1-averages.ts";
import { labelAccuracy } from "./label-accuracy.ts";
import { macroF1 } from "./macro-f1.ts";
import { microF1 } from "./micro-f1.ts";
import { weightedF1 } from "./weighted-f1.ts";

const sets: readonly ClassSet[] = ["support", "union", "options"];
const options = ["a", "b", "c", "d", "e"];
const label = fc.constantFrom(...options);
const sample: fc.Arbitrary<HasLabels> = fc.record({
  truth: fc.option(label, { freq: 8 }),
  predicted: fc.option(label, { freq: 8 }),
  options: fc.constant(options),
});
const metrics: readonly Metric<HasLabels>[] = [
  labelAccuracy("m"),
  balancedAccuracy("m"),
  classF1("m", { positive: "a" }),
  ...sets.flatMap((classes) => [
    macroF1("m", { classes }),
    microF1("m", { classes }),
    weightedF1("m", { classes }),
  ]),
];
/**
 * The class set `support` stays that of the whole, so that leaving samples out is not the same as
 * giving them weight 0.
 */
const refitted = metrics.filter(({ id }) => !["macro-f1-support", "micro-f1-support"].includes(id));

it("f1 is not defined where nothing is counted", () => {
  expect(f1({ hits: 0, misses: 0, falseAlarms: 0 })).toBeNull();
  expect(f1({ hits: 0, misses: 1, falseAlarms: 0 })).toBe(0);
  expect(f1({ hits: 1, misses: 1, falseAlarms: 1 })).toBe(1 / 2);
});

it("signatures are all different", () => {
  expect(new Set(metrics.map(({ signature }) => signature)).size).toBe(metrics.length);
});

describe.each(metrics)("$id", (metric) => {
  it("is between its worst and best, and its best for the truth", () => {
    fc.assert(
      fc.property(fc.array(sample), (samples) => {
        const value = metric.prepare(samples)();
        if (value !== null) expect(value).toSatisfy((score: number) => score >= 0 && score <= 1);
        const perfect = metric.prepare(
          samples.map((item) => ({ ...item, predicted: item.truth })),
        )();
        if (perfect !== null) expect(perfect).toBeCloseTo(metric.ceiling?.(samples) ?? 1, 12);
      }),
    );
  });

  it("does not depend on the order of the samples", () => {
    fc.assert(
      fc.property(fc.array(sample), (samples) => {
        expect(metric.prepare(samples.toReversed())() ?? -1).toBeCloseTo(
          metric.prepare(samples)() ?? -1,
          12,
        );
      }),
    );
  });

  it("has no value without samples", () => {
    expect(metric.prepare([])()).toBeNull();
    expect(metric.prepare([{ truth: null, predicted: "a", options }])()).toBeNull();
  });
});

describe.each(refitted)("$id", (metric) => {
  it("scores weights as repetitions", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(sample, fc.nat(3))), (pairs) => {
        const weights = Uint32Array.from(pairs, ([, count]) => count);
        const repeated = pairs.flatMap(([item, count]) =>
          Array.from({ length: count }, () => item),
        );
        const value = metric.prepare(pairs.map(([item]) => item))(weights);
        expect(value ?? -1).toBeCloseTo(metric.prepare(repeated)() ?? -1, 12);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HasLabelSets } from "./class-counts.ts";
import { multiLabelExactMatch } from "./multi-label-exact-match.ts";
import { multiLabelMacroF1 } from "./multi-label-macro-f1.ts";
import { multiLabelMicroF1 } from "./multi-label-micro-f1.ts";

const options = ["a", "b", "c", "d"];
const samples: readonly HasLabelSets[] = [
  { truths: ["a", "b"], predictions: ["b", "a"], options },
  { truths: ["a"], predictions: ["c"], options },
  { truths: [], predictions: [], options },
  { truths: null, predictions: ["a"], options },
];

describe("metrics of label sets", () => {
  it("have the values worked out by hand", () => {
    expect(multiLabelExactMatch("m").prepare(samples)()).toBe(2 / 3);
    expect(multiLabelMicroF1("m", { classes: "union" }).prepare(samples)()).toBe(4 / 6);
    expect(multiLabelMicroF1("m", { classes: "support" }).prepare(samples)()).toBe(4 / 5);
    expect(multiLabelMacroF1("m", { classes: "support" }).prepare(samples)()).toBeCloseTo(
      (2 / 3 + 1) / 2,
      12,
    );
    expect(multiLabelMacroF1("m", { classes: "union" }).prepare(samples)()).toBeCloseTo(
      (2 / 3 + 1 + 0) / 3,
      12,
    );
    expect(multiLabelMacroF1("m", { classes: "options" }).prepare(samples)()).toBeCloseTo(
      (2 / 3 + 1 + 0 + 0) / 4,
      12,
    );
    expect(multiLabelMacroF1("m", { classes: "options" }).ceiling!(samples)).toBe(1 / 2);
  });

  it("exact match compares sets, not sizes", () => {
    expect(multiLabelExactMatch("m").prepare([{ truths: ["a"], predictions: ["b"] }])()).toBe(0);
    expect(multiLabelExactMatch("m").prepare([{ truths: ["a"], predictions: ["a", "a"] }])()).toBe(
      1,
    );
  });

  const subset = fc.subarray(options);
  const pairs = fc.array(
    fc.tuple(
      fc.record({ truths: subset, predictions: subset, options: fc.constant(options) }),
      fc.nat(3),
    ),
  );
  it.each([
    multiLabelMicroF1("m", { classes: "union" }),
    multiLabelMacroF1("m", { classes: "union" }),
    multiLabelExactMatch("m"),
  ])("$id is in [0, 1] and takes weights as repetitions", (metric) => {
    fc.assert(
      fc.property(pairs, (items) => {
        const repeated = items.flatMap(([item, count]) =>
          Array.from({ length: count }, () => item),
        );
        const value =
          metric.prepare(items.map(([item]) => item))(
            Uint32Array.from(items, ([, count]) => count),
          ) ?? -1;
        expect(value).toBeLessThanOrEqual(1);
        expect(value).toBeCloseTo(metric.prepare(repeated.toReversed())() ?? -1, 12);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnnotatorPair } from "../../core/family/people-facet.ts";
import { annotatorIou, annotatorKappa } from "./annotator-agreement.ts";
import { cohenKappa } from "./cohen-kappa.ts";

const time = (both: number, onlyFirst: number, onlySecond: number, neither: number) =>
  ({ kind: "time", both, onlyFirst, onlySecond, neither }) satisfies AnnotatorPair;

describe("annotatorKappa", () => {
  it("is Cohen's kappa on labels, under any weights", () => {
    const label = fc.constantFrom("a", "b", "c");
    const rated = fc.array(fc.tuple(label, label, fc.nat(3)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(rated, (rows) => {
        const weights = Uint32Array.from(rows, ([, , weight]) => weight);
        const ours = annotatorKappa.prepare(
          rows.map(([first, second]) => ({ kind: "labels", first: [first], second: [second] })),
        );
        const known = cohenKappa("m").prepare(
          rows.map(([first, second]) => ({ ratings: [first, second] })),
        );
        for (const given of [undefined, weights]) {
          const [found, expected] = [ours(given), known(given)];
          if (expected === null) expect(found).toBeNull();
          else expect(found).toBeCloseTo(expected, 9);
        }
      }),
    );
  });

  it("counts seconds of time: 40 shared of 50 each in 100 are .6", () => {
    expect(annotatorKappa.prepare([time(40, 10, 10, 40)])()).toBeCloseTo(0.6, 12);
    expect(annotatorKappa.prepare([time(20, 5, 5, 20), time(20, 5, 5, 20)])()).toBeCloseTo(0.6, 12);
  });

  it("is not defined where both say one and the same throughout", () => {
    expect(annotatorKappa.prepare([time(0, 0, 0, 100)])()).toBeNull();
    expect(annotatorKappa.prepare([])()).toBeNull();
    expect(annotatorKappa.counts!(time(0, 0, 0, 0))).toBe(false);
  });
});

describe("annotatorIou", () => {
  it("is the mean over samples in which something is marked", () => {
    const pairs = [time(5, 5, 0, 10), time(10, 0, 0, 0), time(0, 0, 0, 50)];
    expect(annotatorIou.prepare(pairs)()).toBeCloseTo(0.75, 12);
    expect(annotatorIou.prepare(pairs)(Uint32Array.from([3, 1, 5]))).toBeCloseTo(0.625, 12);
    expect(pairs.map((pair) => annotatorIou.counts!(pair))).toEqual([true, true, false]);
    expect(annotatorIou.prepare([{ kind: "labels", first: ["a"], second: ["a"] }])()).toBeNull();
  });
});

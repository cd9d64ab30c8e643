import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpolatedPrecision } from "./interpolated-precision.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";

function query(gains: readonly number[], relevant: number): RankedRelevance {
  return {
    gains,
    idealGains: new Array<number>(relevant).fill(1),
    judgedNonrelevant: 0,
    missing: false,
  };
}

describe("interpolated precision", () => {
  it.each([
    { gains: [], relevant: 2, recall: 0, value: 0 },
    { gains: [0, 0], relevant: 2, recall: 0, value: 0 },
    { gains: [1, 0, 1], relevant: 2, recall: 0, value: 1 },
    { gains: [1, 0, 1], relevant: 2, recall: 0.5, value: 1 },
    { gains: [1, 0, 1], relevant: 2, recall: 1, value: 2 / 3 },
    { gains: [0, 1, 1], relevant: 2, recall: 0.5, value: 2 / 3 },
    { gains: [1, 0, 1], relevant: 3, recall: 1, value: 0 },
    { gains: [1, -1, 0, 1, 0], relevant: 2, recall: 1, value: 1 / 2 },
  ])("$gains of $relevant at $recall: $value", ({ gains, relevant, recall, value }) => {
    expect(interpolatedPrecision("m", { recall }).value(query(gains, relevant))).toBeCloseTo(
      value,
      12,
    );
  });

  it("asks for as many items as the version of trec_eval does", () => {
    const one = query([1, 0, 0, 1], 3);
    expect(interpolatedPrecision("m", { recall: 0.4 }).value(one)).toBe(1);
    expect(interpolatedPrecision("m", { recall: 0.4, rounding: "up" }).value(one)).toBe(0.5);
  });

  it("never rises with recall, and never exceeds what is left to come", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(-1, 0, 1), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        (gains, more) => {
          const relevant = gains.filter((gain) => gain > 0).length + more;
          const values = [0, 0.1, 0.3, 0.5, 0.7, 1].map(
            (recall) => interpolatedPrecision("m", { recall }).value(query(gains, relevant))!,
          );
          for (let i = 1; i < values.length; i++)
            expect(values[i]).toBeLessThanOrEqual(values[i - 1]!);
          expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
        },
      ),
    );
  });

  it("refuses a recall that there is not", () => {
    expect(() => interpolatedPrecision("m", { recall: 1.1 })).toThrow("from 0 to 1");
  });
});

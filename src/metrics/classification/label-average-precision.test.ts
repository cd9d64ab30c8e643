import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HasLabelScores } from "./has-label-scores.ts";
import { labelAveragePrecision } from "./label-average-precision.ts";
import { randomAveragePrecision } from "./random-average-precision.ts";

const options = ["a", "b"];
const item = (truth: string | null, ...scores: number[]): HasLabelScores => ({
  truth,
  options,
  scores: scores.length > 0 ? scores : null,
});
const score = (
  items: readonly HasLabelScores[],
  average: Parameters<typeof labelAveragePrecision>[1] = "macro",
) => labelAveragePrecision("m", average).prepare(items);

describe("labelAveragePrecision", () => {
  it.each([
    { name: "nothing", items: [], macro: null, micro: null },
    { name: "hidden truths", items: [item(null, 1, 0)], macro: null, micro: null },
    { name: "a perfect ranking", items: [item("a", 1, 0), item("b", 0, 1)], macro: 1, micro: 1 },
    {
      name: "everything equal: the prevalence",
      items: [item("a", 0, 0), item("b", 0, 0), item("b", 0, 0)],
      macro: 1 / 2,
      micro: 1 / 2,
    },
    {
      name: "no answer comes last",
      items: [item("a"), item("a", 0.2, 0.1), item("b", 0.1, 0.9)],
      macro: (5 / 6 + 1) / 2,
      micro: 5 / 6,
    },
    {
      name: "a true label that was not on offer is a miss",
      items: [item("z", 0, 1)],
      macro: 1,
      micro: 1 / 3,
    },
  ])("$name", ({ items, macro, micro }) => {
    expect(score(items)()).toEqual(macro === null ? null : expect.closeTo(macro, 12));
    expect(score(items, "micro")()).toEqual(micro === null ? null : expect.closeTo(micro, 12));
  });

  it("of one label is null where it is never true, and leaves labels without weight out of the mean", () => {
    const items = [item("a", 1, 0), item("b", 2, 1)];
    expect(score(items, { label: "a" })()).toBe(1 / 2);
    expect(score(items, { label: "z" })()).toBeNull();
    expect(score(items)(Uint32Array.of(1, 0))).toBe(1);
  });

  it("refuses scores that are none", () => {
    expect(() => score([item("a", 1)])).toThrow("1 scores were given for 2 labels");
    expect(() => score([item("a", 1, Number.NaN)])).toThrow('"b"');
  });

  it("says what a random order is expected to reach", () => {
    const items = Array.from({ length: 10 }, (_, at) => item(at < 3 ? "a" : "b", 0, 0));
    const expected = (randomAveragePrecision(10, 3) + randomAveragePrecision(10, 7)) / 2;
    expect(labelAveragePrecision("m", "macro").references!(items)).toEqual([
      { id: "chance", value: expect.closeTo(expected, 12) },
    ]);
    expect(labelAveragePrecision("m", "macro").references!([])).toEqual([]);
  });

  const pairs = fc.array(
    fc.tuple(
      fc.record({
        truth: fc.constantFrom("a", "b"),
        options: fc.constant(options),
        scores: fc.tuple(fc.nat(3), fc.nat(3)),
      }),
      fc.nat(3),
    ),
  );
  it.each(["macro", "micro"] as const)(
    "%s is in [0, 1], without order, and takes weights as repetitions",
    (average) => {
      fc.assert(
        fc.property(pairs, (items) => {
          const repeated = items.flatMap(([one, count]) =>
            Array.from({ length: count }, () => one),
          );
          const value = score(items.map(([one]) => one), average)(Uint32Array.from(items, ([, count]) => count)) ?? -1; // biome-ignore format: one line
          expect(value).toBeLessThanOrEqual(1);
          expect(value).toBeCloseTo(score(repeated.toReversed(), average)() ?? -1, 12);
        }),
      );
    },
  );
});

describe("randomAveragePrecision", () => {
  it.each([
    [10, 1, 0.292897],
    [10, 3, 0.450031],
    [20, 10, 0.568362],
    [1, 1, 1],
    [7, 7, 1],
  ])("of %d items with %d positives", (size, positives, expected) => {
    expect(randomAveragePrecision(size, positives)).toBeCloseTo(expected, 5);
  });

  it("refuses what is no ranking", () => {
    expect(() => randomAveragePrecision(3, 0)).toThrow(RangeError);
    expect(() => randomAveragePrecision(3, 4)).toThrow(RangeError);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptFramesLate, keptLabels, keptSemantics, pairWriter } from "./kept-pairs.ts";

const meaning = fc.float({ min: 0, max: 1, noNaN: true });
const pair = fc.record({
  meaning,
  late: fc.integer({ min: -(2 ** 29), max: 2 ** 29 }),
  label: fc.constantFrom("", "a", "b|c"),
});

describe("pairWriter", () => {
  it("gives every number and label back exactly", () => {
    const write = pairWriter();
    fc.assert(
      fc.property(
        fc.array(pair),
        fc.array(fc.constantFrom("", "a", "z")),
        (pairs, missedLabels) => {
          const labels = pairs.map(({ label }) => label);
          const framesLate = pairs.map(({ late }) => late);
          const semantics = pairs.map((one) => 1 - one.meaning);
          const kept = write({
            meanings: semantics.map((semantic) => 1 - semantic),
            framesLate,
            labels,
            missedLabels,
          });
          expect(keptSemantics(kept)).toEqual(semantics);
          expect(keptFramesLate(kept)).toEqual(framesLate);
          expect(keptLabels(kept)).toEqual({ labels, missedLabels });
        },
      ),
    );
  });

  it("takes five bytes a pair that is not far apart, and none for labels that are all the same", () => {
    const list = <T>(value: T) => Array.from({ length: 100 }, () => value);
    const kept = pairWriter()({
      meanings: list(0.5),
      framesLate: list(-3),
      labels: list("x"),
      missedLabels: list("x"),
    });
    expect(kept.bytes.length).toBe(100 * 5 + 2 + 2);
  });
});

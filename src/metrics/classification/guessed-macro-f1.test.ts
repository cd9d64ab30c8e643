import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClassSet, countLabels } from "./class-counts.ts";
import { macroF1Score } from "./f1-averages.ts";
import { guessedMacroF1 } from "./guessed-macro-f1.ts";

const sets: readonly ClassSet[] = ["union", "support", "options"];
const label = (place: number) => `l${place}`;

/** The mean over all ways in which the samples can be labelled. */
function byEnumeration(truths: readonly number[], labels: number, set: ClassSet): number {
  const options = Array.from({ length: labels }, (_, place) => label(place));
  const ways = labels ** truths.length;
  let sum = 0;
  for (let way = 0; way < ways; way++) {
    const items = truths.map((truth, at) => ({
      truth: label(truth),
      predicted: label(Math.floor(way / labels ** at) % labels),
      options,
    }));
    sum += macroF1Score(countLabels(items), set)()!;
  }
  return sum / ways;
}

function guessed(truths: readonly number[], labels: number, set: ClassSet): number | null {
  const options = Array.from({ length: labels }, (_, place) => label(place));
  return guessedMacroF1(
    truths.map((truth) => ({ truth: label(truth), options })),
    set,
  );
}

describe("the macro F1 of guessing", () => {
  it.each(sets)("counts true labels that are not on offer as never guessed (%s)", (set) => {
    for (const truths of [[0, 1, 2], [2, 2, 0], [2]])
      expect(guessed(truths, 2, set)).toBeCloseTo(byEnumeration(truths, 2, set), 12);
  });

  it("is the mean over all guesses", () => {
    const given = fc
      .integer({ min: 1, max: 4 })
      .chain((labels) =>
        fc.tuple(
          fc.constant(labels),
          fc.array(fc.nat(labels - 1), { minLength: 1, maxLength: 5 }),
          fc.constantFrom(...sets),
        ),
      );
    fc.assert(
      fc.property(given, ([labels, truths, set]) => {
        expect(guessed(truths, labels, set)).toBeCloseTo(byEnumeration(truths, labels, set), 12);
      }),
    );
  });

  it("comes near the share of a label where there are many samples", () => {
    const truths = Array.from({ length: 40_000 }, (_, at) => at % 10);
    expect(guessed(truths, 10, "union")).toBeCloseTo(0.1, 3);
    // Labels that are never true are guessed all the same, and count 0.
    expect(guessed(truths, 20, "union")).toBeCloseTo((2 * 0.1 * 0.05) / 0.15 / 2, 3);
  });

  it("is not known where there is no single truth, nothing is known, or labels differ", () => {
    const options = ["a", "b"];
    expect(guessedMacroF1([], "union")).toBeNull();
    expect(guessedMacroF1([{ truth: null, options }], "union")).toBeNull();
    expect(guessedMacroF1([{ truth: null, truths: ["a", "b"], options }], "union")).toBeNull();
    const other = { truth: "a", options: ["a", "c"] };
    expect(guessedMacroF1([{ truth: "a", options }, other], "union")).toBeNull();
    expect(guessedMacroF1([{ truth: null, options }, other], "union")).not.toBeNull();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HasAnswer, majorityCounter, majorityPosition } from "./majority-answer.ts";

function counted(samples: readonly HasAnswer[]) {
  const counter = majorityCounter();
  for (const sample of samples) counter.add(sample);
  return counter;
}
const at = (position: number, over: Partial<HasAnswer> = {}): HasAnswer => ({
  type: "",
  choices: 3,
  position,
  optionSet: position,
  rank: 0,
  ...over,
});

describe("majorityCounter", () => {
  it("goes by text where all samples of a type offer the same choices", () => {
    const samples = [
      at(0, { optionSet: 7, rank: 1 }),
      at(1, { optionSet: 7, rank: 1 }),
      at(2, { optionSet: 7, rank: 0 }),
    ];
    expect(counted(samples).answers().types).toEqual([
      { type: "", optionSet: 7, rank: 1, positions: [0, 1, 2] },
    ]);
    expect(counted(samples).accuracy()).toBe(2 / 3);
  });

  it("goes by position where choices differ", () => {
    const samples = [at(2), at(2, { optionSet: 9 }), at(0)];
    expect(counted(samples).answers().types).toEqual([
      { type: "", optionSet: null, rank: -1, positions: [2, 0] },
    ]);
    expect(counted(samples).accuracy()).toBe(2 / 3);
  });

  it("takes the best position that a sample offers", () => {
    const samples = [
      at(2),
      at(2, { optionSet: 5 }),
      at(1, { choices: 2 }),
      at(0, { choices: 2 }),
      at(0, { choices: 2 }),
    ];
    // Position 2 and 0 are right twice each; the lower comes first, so samples with three choices
    // miss and those with two hit twice.
    expect(counted(samples).answers().types[0]!.positions).toEqual([0, 2, 1]);
    expect(counted(samples).accuracy()).toBe(2 / 5);
    expect(majorityPosition([2, 1, 0], 2)).toBe(1);
    expect(majorityPosition([2], 2)).toBe(0);
  });

  it("answers each type by itself and keeps the positions of all for others", () => {
    const samples = [
      at(0, { type: "b" }),
      at(1, { type: "a" }),
      at(1, { type: "a", optionSet: 3 }),
      at(0, { type: "b", optionSet: 4 }),
      at(0, { type: "b" }),
    ];
    const { types, positions } = counted(samples).answers();
    expect(types.map(({ type, positions: [first] }) => [type, first])).toEqual([
      ["a", 1],
      ["b", 0],
    ]);
    expect(positions).toEqual([0, 1]);
    expect(counted(samples).accuracy()).toBe(1);
  });

  it("passes over hidden truths", () => {
    expect(counted([at(-1, { rank: -1 })]).accuracy()).toBeNull();
    expect(counted([at(-1, { rank: -1 })]).answers()).toEqual({ types: [], positions: [] });
  });

  it("does not depend on the order of the samples", () => {
    const sample = fc.record({
      type: fc.constantFrom("a", "b"),
      choices: fc.constantFrom(3, 4),
      position: fc.nat(2),
      optionSet: fc.nat(1),
      rank: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 20 }), (samples) => {
        expect(counted(samples.toReversed()).answers()).toEqual(counted(samples).answers());
        expect(counted(samples.toReversed()).accuracy()).toBe(counted(samples).accuracy());
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { fakeDialogueEvidence } from "../../../test/fakes/fake-dialogue-evidence.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { dialogueCounts, dialogueRates, dialogueTotals } from "./dialogue-rates.ts";

function score(
  id: string,
  evidence: readonly DialogueEvidence[],
  { threshold = 0.5 as number | null, weights = [] as number[] } = {},
) {
  const metric = [...dialogueRates("", threshold), ...dialogueTotals("", threshold)].find(
    (one) => one.id === id,
  )!;
  return metric.prepare(evidence)(weights.length > 0 ? Uint32Array.from(weights) : undefined);
}

/**
 * Two right pairs (one of them a second late), one just at the threshold, two missed, one
 * redundant.
 */
const mixed = fakeDialogueEvidence({
  semantics: [0.9, 0.5, 0.6],
  delays: [0, 0, 1],
  missed: ["a", "b"],
  redundant: 1,
});
const silent = fakeDialogueEvidence({ missed: ["a"] });
const babbling = fakeDialogueEvidence({ redundant: 3 });

describe("dialogueCounts", () => {
  it.each([
    [0.5, { matched: 2, mismatched: 1, semanticCount: 3, semanticSum: 2, delaySum: 1 }],
    [0.6, { matched: 1, mismatched: 2, semanticCount: 2, semanticSum: 1.5, delaySum: 0 }],
    [null, { matched: 3, mismatched: 0, semanticCount: 3, semanticSum: 2, delaySum: 1 }],
    [0.95, { matched: 0, mismatched: 3, semanticCount: 0, semanticSum: 0, delaySum: 0 }],
  ])("counts a pair as matched above %s, and as similar from there on", (threshold, expected) => {
    expect(dialogueCounts(mixed, threshold)).toEqual({ ...expected, missed: 2, redundant: 1 });
  });
});

describe("rates over all streams together", () => {
  // M 2, MM 1, X 2, U 1: predictions 4, references 5.
  it.each([
    ["precision", 2 / 4],
    ["recall", 2 / 5],
    ["F1", 4 / 9],
    ["jaccard_index", 2 / 6],
    ["missing_rate", 2 / 5],
    ["redundant_rate", 1 / 4],
    ["semantic_score", 2 / 3],
    ["time_diff", 1 / 2],
    ["num_matched", 2],
    ["num_mismatched", 1],
    ["num_missed", 2],
    ["num_redundant", 1],
  ])("%s", (id, expected) => {
    expect(score(id, [mixed])).toBeCloseTo(expected, 12);
  });

  it.each([
    ["precision", [silent], null],
    ["recall", [silent], 0],
    ["recall", [babbling], null],
    ["precision", [babbling], 0],
    ["F1", [silent], 0],
    ["F1", [fakeDialogueEvidence()], null],
    ["semantic_score", [silent, babbling], null],
    ["time_diff", [silent], null],
    ["num_missed", [], null],
    ["num_missed", [silent, silent], 2],
  ] as const)("%s where there is little to count", (id, evidence, expected) => {
    expect(score(id, evidence)).toBe(expected);
  });

  it("pools streams instead of averaging them", () => {
    expect(score("precision", [mixed, babbling])).toBeCloseTo(2 / 7, 12);
    expect(score("precision", [mixed, babbling], { weights: [2, 1] })).toBeCloseTo(4 / 11, 12);
    expect(score("num_redundant", [mixed, babbling], { weights: [2, 1] })).toBe(5);
  });

  it("says that a perfect system matches every reference", () => {
    const [matched] = dialogueTotals("", 0.5);
    expect(matched!.ceiling!([mixed, silent])).toBe(6);
  });
});

it("means over pairs count streams that have any, as the words of these pairs do: silent ones tell nothing of how far they vary", () => {
  const streams = [
    fakeDialogueEvidence({ semantics: [0.9] }),
    fakeDialogueEvidence({ semantics: [0.5] }),
    fakeDialogueEvidence({ semantics: [0.1], missed: ["x"] }),
    fakeDialogueEvidence({ missed: ["x"], redundant: 1 }),
  ];
  const counted = (name: string) => {
    const { counts } = dialogueRates("", 0.5).find(({ id }) => id === name)!;
    return streams.map((one) => counts?.(one) ?? true);
  };
  expect(counted("semantic_score")).toEqual([true, true, false, false]);
  expect(counted("time_diff")).toEqual([true, false, false, false]);
  for (const name of ["F1", "precision", "recall", "redundant_rate"])
    expect(counted(name)).toEqual([true, true, true, true]);
});

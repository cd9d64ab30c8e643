import { describe, expect, it } from "vitest";
import { chanceCorrectedAccuracy } from "./chance-corrected-accuracy.ts";

const item = (correct: 0 | 1 | null, choices: number) => ({ correct, choices });

describe("chanceCorrectedAccuracy", () => {
  const { prepare, worst } = chanceCorrectedAccuracy("m");

  it("is 1 for perfect, 0 for as good as guessing, and negative below", () => {
    expect(prepare([item(1, 2), item(1, 5)])()).toBe(1);
    expect(prepare([item(1, 2), item(0, 2)])()).toBe(0);
    expect(prepare([item(0, 2)])()).toBe(-1);
    expect(prepare([item(0, 4)])()).toBeCloseTo(-1 / 3, 12);
    expect(worst).toBeNull();
  });

  it("weights chance like the samples", () => {
    const score = prepare([item(1, 2), item(0, 4), item(null, 100)]);
    // Accuracy 1/4, chance (1/2 + 3 · 1/4) / 4 = 5/16.
    expect(score(Uint32Array.of(1, 3, 7))).toBeCloseTo((1 / 4 - 5 / 16) / (1 - 5 / 16), 12);
    expect(score(Float64Array.of(0.5, 1.5, 7))).toBeCloseTo((1 / 4 - 5 / 16) / (1 - 5 / 16), 12);
  });

  it("has no score where nothing counts", () => {
    expect(prepare([])()).toBeNull();
    expect(prepare([item(null, 2)])()).toBeNull();
  });

  it("counts the samples whose truth is known", () => {
    expect(
      ([1, 0, null] as const).map((correct) =>
        chanceCorrectedAccuracy("m").counts!(item(correct, 2)),
      ),
    ).toEqual([true, true, false]);
  });

  it("refuses a question with fewer than two choices", () => {
    expect(() => prepare([item(1, 1)])).toThrow(RangeError);
  });
});

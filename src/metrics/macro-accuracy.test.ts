import { describe, expect, it } from "vitest";
import { macroAccuracy } from "./macro-accuracy.ts";

const item = (type: string, correct: 0 | 1 | null) => ({ type, correct });

describe("macroAccuracy", () => {
  const score = macroAccuracy("m").prepare([
    item("a", 1),
    item("a", 1),
    item("a", 0),
    item("b", 0),
    item("", 1),
    item("c", null),
  ]);

  it("weighs types alike; samples without a type are one, hidden truths none", () => {
    expect(score()).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12);
  });

  it("leaves out types without weight", () => {
    expect(score(Uint32Array.of(1, 0, 1, 0, 0, 5))).toBe(1 / 2);
    expect(score(Float64Array.of(0.5, 0, 1.5, 2, 0, 0))).toBe(1 / 8);
    expect(score(Uint32Array.of(0, 0, 0, 0, 0, 1))).toBeNull();
  });

  it("keeps nothing from one call to the next", () => {
    score(Uint32Array.of(9, 9, 9, 9, 9, 9));
    expect(score(Uint32Array.of(0, 0, 0, 1, 0, 0))).toBe(0);
    expect(score(Uint32Array.of(1, 0, 0, 0, 0, 0))).toBe(1);
  });

  it("says its rules in the signature", () => {
    expect(macroAccuracy("m").signature).toBe(
      "macro-accuracy|over:type|untyped:one-type|weightless:dropped|v:1",
    );
  });

  it("counts the samples whose truth is known", () => {
    expect(
      ([1, 0, null] as const).map((correct) => macroAccuracy("m").counts!(item("a", correct))),
    ).toEqual([true, true, false]);
  });

  it("refuses weights of another number of samples", () => {
    expect(() => score(Uint32Array.of(1))).toThrow(RangeError);
  });
});

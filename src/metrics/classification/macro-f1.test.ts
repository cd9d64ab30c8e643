import { describe, expect, it } from "vitest";
import { macroF1 } from "./macro-f1.ts";

const offered = ["a", "b", "c", "d"];
const item = (truth: string, predicted: string | null) => ({ truth, predicted, options: offered });
const samples = [item("a", "a"), item("a", "c"), item("b", "b"), item("b", null)];

describe("macroF1", () => {
  it.each([
    { classes: "support", value: (2 / 3 + 2 / 3) / 2 },
    { classes: "union", value: (2 / 3 + 2 / 3 + 0) / 3 },
    { classes: "options", value: (2 / 3 + 2 / 3 + 0 + 0) / 4 },
  ] as const)("averages over $classes", ({ classes, value }) => {
    expect(macroF1("m", { classes }).prepare(samples)()).toBeCloseTo(value, 12);
  });

  it("keeps the classes of the whole: one that is only predicted in a resample counts 0 if it has support somewhere", () => {
    const score = macroF1("m", { classes: "support" }).prepare([
      item("a", "b"),
      item("a", "a"),
      item("b", "b"),
    ]);
    expect(score(Uint32Array.of(1, 1, 0))).toBeCloseTo((2 / 3 + 0) / 2, 12);
    expect(score(Uint32Array.of(0, 1, 0))).toBe(1);
    expect(score(Uint32Array.of(0, 0, 0))).toBeNull();
  });

  it("counts idle classes as 0 among the options, in resamples too, and has a ceiling below 1 there", () => {
    const metric = macroF1("m", { classes: "options" });
    expect(metric.prepare(samples)(Uint32Array.of(1, 0, 0, 0))).toBe(1 / 4);
    expect(metric.ceiling!(samples)).toBe(2 / 4);
    expect(macroF1("m", { classes: "union" }).ceiling).toBeUndefined();
  });

  it("names its class set", () => {
    expect(macroF1("m", { classes: "union" }).signature).toBe(
      "macro-f1|classes:union|unanswered:miss|weightless:dropped|v:1",
    );
    expect(macroF1("m", { classes: "options" }).signature).toBe(
      "macro-f1|classes:options|unanswered:miss|weightless:zero|v:1",
    );
  });
});

import { describe, expect, it } from "vitest";
import { countLabelSets, countLabels } from "./class-counts.ts";

describe("countLabels", () => {
  const counts = countLabels([
    { truth: "a", predicted: "a", options: ["a", "z"] },
    { truth: "a", predicted: "b", options: ["a", "z"] },
    { truth: "c", predicted: null, options: ["a", "z"] },
    { truth: null, predicted: "hidden", options: ["hidden"] },
  ]);
  const names = (set: "support" | "union" | "options") =>
    counts.classSet(set).map((index) => counts.classes[index]);

  it("tells the class sets apart and leaves hidden truths out", () => {
    expect(names("support").sort()).toEqual(["a", "c"]);
    expect(names("union").sort()).toEqual(["a", "b", "c"]);
    expect(names("options").sort()).toEqual(["a", "b", "c", "z"]);
  });

  it("counts hits, misses and false alarms; no answer is a miss only", () => {
    const totals = counts.count();
    expect(totals(counts.classes.indexOf("a"))).toEqual({ hits: 1, misses: 1, falseAlarms: 0 });
    expect(totals(counts.classes.indexOf("b"))).toEqual({ hits: 0, misses: 0, falseAlarms: 1 });
    expect(totals(counts.classes.indexOf("c"))).toEqual({ hits: 0, misses: 1, falseAlarms: 0 });
  });

  it("weighs samples and keeps nothing between calls", () => {
    counts.count(Uint32Array.of(9, 9, 9, 9));
    expect(counts.count(Float64Array.of(0.5, 2, 0, 7))(counts.classes.indexOf("a"))).toEqual({
      hits: 0.5,
      misses: 2,
      falseAlarms: 0,
    });
    expect(() => counts.count(Uint32Array.of(1))).toThrow(RangeError);
  });

  it("has no class set of options where some samples do not say them", () => {
    expect(() => countLabels([{ truth: "a", predicted: "a" }]).classSet("options")).toThrow(
      "1 samples",
    );
  });
});

describe("countLabelSets", () => {
  it("counts a label named twice once", () => {
    const counts = countLabelSets([{ truths: ["a", "a"], predictions: ["a", "b", "b"] }]);
    expect([0, 1].map(counts.count())).toEqual([
      { hits: 1, misses: 0, falseAlarms: 0 },
      { hits: 0, misses: 0, falseAlarms: 1 },
    ]);
  });
});

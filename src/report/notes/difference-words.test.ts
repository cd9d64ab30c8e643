import { describe, expect, it } from "vitest";
import type { ComparedScore, SystemComparison } from "../../summary/comparison-summary.ts";
import { differenceWords } from "./difference-words.ts";

const score: ComparedScore = {
  ...{ title: "Accuracy", kind: "proportion", best: 1, worst: 0 },
  ...{ baseline: 0.75, value: 0.5, difference: -0.25, low: -0.3, high: -0.2, interval: "" },
  ...{ p: 0.0001, test: "", adjusted: 0.0001, correction: "Holm", verdict: "worse" },
  ...{ minimumDetectableEffect: null, n: 40, groups: 10 },
};
const comparison = (change: Partial<ComparedScore>): SystemComparison => ({
  ...{ system: "new", baseline: "old", headline: "accuracy" },
  samples: { aligned: 40, leftOut: 0, reasons: [] },
  metrics: { accuracy: { ...score, ...change } },
});

describe("differenceWords", () => {
  it("says who is better, and by how much", () => {
    expect(differenceWords(comparison({}))).toBe(
      "new is worse than old by Accuracy. Difference −25.00 points, 95 % interval −30.0 to −20.0, p < 0.001 after correction by Holm.",
    );
  });

  it("claims no equality", () => {
    expect(differenceWords(comparison({ verdict: "unclear", adjusted: 0.4 }))).toContain(
      "By Accuracy, new and old are not shown to differ. Difference",
    );
  });

  it("says where there is nothing to tell", () => {
    expect(differenceWords(comparison({ verdict: "none", difference: null, adjusted: null }))).toBe(
      "By Accuracy, the difference between new and old is not tested.",
    );
    expect(differenceWords({ ...comparison({}), headline: "other" })).toBe(
      "new and old have no score in common.",
    );
  });
});

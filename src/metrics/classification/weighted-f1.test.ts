import { expect, it } from "vitest";
import { weightedF1 } from "./weighted-f1.ts";

it.each(["support", "union", "options"] as const)(
  "weighs classes by their true samples, whatever the set (%s)",
  (classes) => {
    const item = (truth: string, predicted: string) => ({
      truth,
      predicted,
      options: ["a", "b", "z"],
    });
    const score = weightedF1("m", { classes }).prepare([
      item("a", "a"),
      item("a", "a"),
      item("a", "b"),
      item("b", "c"),
    ]);
    expect(score()).toBeCloseTo((3 * (4 / 5) + 1 * 0) / 4, 12);
  },
);

import { expect, it } from "vitest";
import { correctCount } from "./correct-count.ts";

it.each([
  [2309 / 4992, 4992, 2309],
  [1 / 3, 3, 1],
  [0, 7, 0],
  [1, 7, 7],
  [999_999 / 1_000_001, 1_000_001, 999_999],
])("is exact: %d of %i", (value, n, count) =>
  expect(correctCount({ kind: "proportion", value, n })).toBe(count),
);

it("counts nothing where there is no score", () => {
  expect(correctCount(undefined)).toBeNull();
  expect(correctCount({ kind: "proportion", value: null, n: 0 })).toBeNull();
});

it.each(["mean", "corpus"] as const)(
  "counts nothing where the score is a %s, even one that hits a whole number",
  (kind) => {
    expect(correctCount({ kind, value: 0.5, n: 10 })).toBeNull();
  },
);

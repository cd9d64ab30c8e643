import { expect, it } from "vitest";
import { confusionMatrix } from "./confusion-matrix.ts";
import { perClassTable } from "./per-class-table.ts";

const samples = [
  { truth: "b", predicted: "b" },
  { truth: "b", predicted: "a" },
  { truth: "c", predicted: null },
  { truth: null, predicted: "b" },
];

it("per-class table: undefined figures are null", () => {
  expect(perClassTable("m").analyse(samples)).toMatchObject({
    rows: [
      ["a", 0, 1, 0, null, 0],
      ["b", 2, 1, 1, 1 / 2, 2 / 3],
      ["c", 1, 0, null, 0, 0],
    ],
  });
});

it("confusion matrix: rows are truths, the last column has no answer", () => {
  expect(confusionMatrix("m").analyse(samples)).toEqual({
    kind: "table",
    columns: ["truth", "a", "b", "c", "no answer"],
    rows: [
      ["a", 0, 0, 0, 0],
      ["b", 1, 1, 0, 0],
      ["c", 0, 0, 0, 1],
    ],
  });
});

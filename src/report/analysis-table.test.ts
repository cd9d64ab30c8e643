import { expect, it } from "vitest";
import { analysisTable } from "./analysis-table.ts";

it("shows fractions as percentages and other numbers as they are", () => {
  const table = analysisTable("Positions", {
    kind: "table",
    columns: ["position", "offered", "accuracy", "share"],
    rows: [
      [1, 240, 0.5, 0.25],
      ["none", null, null, 1],
    ],
    fractions: ["accuracy"],
  });
  expect(table.rows).toEqual([
    ["1", "240", "50.00 %", "0.2500"],
    ["none", "–", "–", "1"],
  ]);
  expect(table.columns.map(({ align }) => align)).toEqual(["left", "right", "right", "right"]);
  expect(table.notes).toEqual(["– not defined"]);
});

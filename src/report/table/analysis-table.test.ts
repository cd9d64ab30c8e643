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
    ["1", "240", "50.00 %", "0.25"],
    ["none", "–", "–", "1.00"],
  ]);
  expect(table.columns.map(({ align }) => align)).toEqual(["left", "right", "right", "right"]);
  expect(table.notes).toEqual(["– not defined"]);
});

it("gives all numbers of a column the same decimals, as many as the largest asks for", () => {
  const table = analysisTable("Alarms", {
    kind: "table",
    columns: ["type", "per hour", "share", "alarms", "rate"],
    rows: [
      ["fall", 27.5, 0.0312, 3, 1234.56],
      ["fire", 107.512, 0.5, 12, 2],
      ["all", 0, 0, 15, null],
    ],
  });
  expect(table.rows.map((row) => row.slice(1))).toEqual([
    ["27.50", "0.0312", "3", "1\u202f234.6"],
    ["107.51", "0.5000", "12", "2.0"],
    ["0.00", "0.0000", "15", "–"],
  ]);
});

it("aligns a column of which no number is defined as it would the numbers", () => {
  const { columns } = analysisTable("Latency", {
    kind: "table",
    columns: ["type", "P95"],
    rows: [["fall", null]],
  });
  expect(columns.map(({ align }) => align)).toEqual(["left", "right"]);
});

it("puts what a table says of itself below it, before what stands for nothing", () => {
  const table = analysisTable("Sets", {
    kind: "table",
    columns: ["set", "F1"],
    rows: [["wtag", null]],
    notes: ["no interval"],
  });
  expect(table.notes).toEqual(["no interval", "– not defined"]);
});

import { expect, it } from "vitest";
import { paretoFront } from "./budget-form.ts";

const row = (series: string, budget: number, value: number) => ({
  ...{ series, budget, value },
  low: null,
  high: null,
});
const rows = [
  row("a", 2, 0.5),
  row("b", 1, 0.4),
  row("c", 2, 0.6),
  row("d", 3, 0.6),
  row("e", 9, 0.7),
];

it.each([
  [false, ["b", "c", "e"]],
  [true, ["b"]],
])("joins what nothing as cheap beats (less is better: %s)", (isLessBetter, front) => {
  expect(paretoFront(rows, { isLessBetter }).map(({ series }) => series)).toEqual(front);
});

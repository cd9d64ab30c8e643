import { expect, it } from "vitest";
import { taskConfusion } from "./task-confusion.ts";

const item = (task: string, truth: string | null, predicted: string | null) => ({
  task,
  truth,
  predicted,
});
const analysis = taskConfusion("m");

it("has a matrix for each of several tasks", () => {
  const items = [item("b", "u", "u"), item("a", "x", "y"), item("a", "y", "y")];
  const parts = analysis.parts!(items)!;
  expect([...parts]).toEqual([
    ["a", [1, 2]],
    ["b", [0]],
  ]);
  expect(analysis.analyse(items.slice(1))).toMatchObject({
    columns: ["truth", "x", "y", "no answer"],
    rows: [
      ["x", 0, 1, 0],
      ["y", 0, 1, 0],
    ],
  });
  expect(analysis.parts!(items.slice(0, 1))).toBeUndefined();
});

it("lists pairs where tasks or labels are very many", () => {
  const tasks = Array.from({ length: 21 }, (_, i) => item(`t${i}`, "x", null));
  expect(analysis.parts!(tasks)).toBeUndefined();
  expect(analysis.parts!(tasks.slice(0, 20))?.size).toBe(20);
  expect(analysis.analyse(tasks)).toMatchObject({
    columns: ["task", "truth", "predicted", "samples"],
  });
  const labels = Array.from({ length: 31 }, (_, i) => item("a", `l${i}`, `l${i}`));
  expect(analysis.parts!([...labels, item("b", "x", "x")])).toBeUndefined();
  expect(analysis.analyse(labels)).toMatchObject({
    columns: ["task", "truth", "predicted", "samples"],
  });
});

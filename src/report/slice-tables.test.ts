import { expect, it } from "vitest";
import { errorTable } from "./error-table.ts";
import { exampleSummary } from "./example-summary.ts";
import { sliceGroups, sliceTables } from "./slice-tables.ts";
import type { TaskSummary } from "./summary.ts";

const task = exampleSummary().tasks[0]!;

it("derives how many were right in each value", () => {
  const [table] = sliceTables(task);
  expect(table?.title).toBe("Accuracy by question type");
  expect(table?.rows[3]).toEqual(["Binary", "Qwen3-VL-8B-Instruct", "57.02 %", "53.7–60.3", "1\u202f068", "1\u202f873"]);
});

it("lists under a value only the systems that have it, also where every object inherits its name", () => {
  const [first, second] = task.systems;
  const slice = { n: 2, metrics: first!.metrics };
  const named: TaskSummary = {
    ...task,
    systems: [
      { ...first!, slices: { place: { constructor: slice } } },
      { ...second!, slices: { place: { 10: slice, 9: slice } } },
    ],
  };
  expect(sliceGroups(named, "place").map(({ value, systems }) => [value, systems.map(({ system }) => system.id)])).toEqual([
    ["9", ["chance"]],
    ["10", ["chance"]],
    ["constructor", ["oracle"]],
  ]);
});

it("counts mistakes by kind, also where every object inherits its name", () => {
  const [, second, third] = task.systems;
  const named: TaskSummary = {
    ...task,
    systems: [
      { ...second!, errors: { toString: 3 } },
      { ...third!, errors: { late: 1 } },
    ],
  };
  expect(errorTable(named).rows).toEqual([
    ["toString", "3", "0"],
    ["late", "0", "1"],
  ]);
});

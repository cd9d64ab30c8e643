import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { taskNotes } from "../notes/task-notes.ts";
import { errorTable } from "./error-table.ts";
import { sharedSlices, sliceGroups, sliceTables } from "./slice-tables.ts";

const task = exampleSummary().tasks[0]!;

it("derives how many were right in each value", () => {
  const [table] = sliceTables(task);
  expect(table?.title).toBe("Accuracy by question type");
  expect(table?.rows[3]).toEqual([
    "Binary",
    "Qwen3-VL-8B-Instruct",
    "57.02 %",
    "53.7–60.3",
    "1\u202f068",
    "1\u202f873",
  ]);
});

describe("what all samples have in common", () => {
  const sliced = (n: (whole: number) => number): TaskSummary => ({
    ...task,
    systems: task.systems.map((system) => ({
      ...system,
      slices: { domain: { hall: { n: n(system.n), metrics: system.metrics } } },
    })),
  });

  it("is told instead of repeating the whole", () => {
    const shared = sliced((whole) => whole);
    expect(sliceTables(shared)).toEqual([]);
    expect(sharedSlices(shared)).toEqual(["domain hall"]);
    expect(taskNotes(shared, headlineMetric(shared))).toContain(
      "all samples have in common: domain hall",
    );
  });

  it("is not what only some have", () => {
    const some = sliced((whole) => whole - 1);
    expect(sliceTables(some).map(({ title }) => title)).toEqual(["Accuracy by domain"]);
    expect(sharedSlices(some)).toEqual([]);
  });
});

it("has no column of right answers where the score counts none", () => {
  const systems = task.systems.map((system) => ({
    ...system,
    slices: {
      domain: {
        hall: {
          n: 2,
          metrics: { accuracy: { ...system.metrics.accuracy!, kind: "corpus" as const } },
        },
      },
    },
  }));
  const [table] = sliceTables({ ...task, systems });
  expect(table?.columns.map(({ title }) => title)).toEqual([
    "domain",
    "system",
    "score",
    "95 % interval",
    "n",
  ]);
  expect(table?.rows.every((row) => row.length === 5)).toBe(true);
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
  expect(
    sliceGroups(named, "place").map(({ value, systems }) => [
      value,
      systems.map(({ system }) => system.id),
    ]),
  ).toEqual([
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

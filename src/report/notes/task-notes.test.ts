import { expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { promptText, sizeText, taskNotes } from "./task-notes.ts";

const task = exampleSummary().tasks[0]!;

it("tells once what all systems share", () => {
  expect(taskNotes(task, headlineMetric(task))).toEqual([
    "95 % interval: Korn–Graubard on 1 249 groups",
    "majority line 38.21 %: per question type, fitted on test",
    "prompt “verbatim”, version 2, Vidimus's own wording: not comparable with figures published under other wordings",
  ]);
});

it("names the systems where they differ", () => {
  const [first, ...rest] = task.systems;
  const accuracy = {
    ...first!.metrics.accuracy!,
    low: null,
    high: null,
    interval: "none: fewer than 10 groups (3)",
  };
  const mixed = {
    ...task,
    systems: [{ ...first!, metrics: { ...first!.metrics, accuracy } }, ...rest],
  };
  expect(taskNotes(mixed, headlineMetric(mixed)).slice(0, 2)).toEqual([
    "no interval: fewer than 10 groups (3) (oracle)",
    "95 % interval: Korn–Graubard on 1 249 groups (chance, majority, Qwen3-VL-8B-Instruct)",
  ]);
});

it("never takes the user's wording for a published one", () => {
  expect(promptText({ name: "custom", version: 1, isOwnWording: false })).toBe(
    "prompt “custom”, version 1, your own wording: not comparable with figures published under other wordings",
  );
});

it.each([
  [undefined, 12, 12, "12 samples in 5 groups"],
  [undefined, 12, 11, "12 samples, those that are scored in 5 groups"],
  [3, 12, 12, "4 samples in 5 groups, each asked 3 times"],
  [2, 2, 2, "1 sample in 5 groups, each asked 2 times"],
])("with %s repeats, %i answers of which %i are scored are about %s", (count, total, n, text) => {
  const repeats = count === undefined ? {} : { repeats: { count, metrics: {} } };
  const system = { ...task.systems[0]!, total, n, groups: 5, ...repeats };
  expect(sizeText({ ...task, systems: [system, { ...system, n: 0, groups: 0 }] })).toBe(text);
});

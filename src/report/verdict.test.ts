import { expect, it } from "vitest";
import { exampleSummary } from "./example-summary.ts";
import { verdict } from "./verdict.ts";

it("sums up all tasks and systems", () => {
  expect(verdict(exampleSummary())).toEqual({
    isComplete: false,
    coverage: (4 * 4996 - 4 + 72) / 20080,
    text: "incomplete, 24 of 20\u202f080 left to do; coverage 99.86 %; 4 could not be scored",
  });
});

it("knows complete and empty runs", () => {
  const summary = exampleSummary();
  const done = { ...summary, complete: true, tasks: [{ ...summary.tasks[0]!, systems: summary.tasks[0]!.systems.slice(0, 2) }] };
  expect(verdict(done).text).toBe("complete; coverage 100.00 %");
  expect(verdict({ ...summary, tasks: [] })).toEqual({ isComplete: false, coverage: null, text: "incomplete; nothing was planned" });
});

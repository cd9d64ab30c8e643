import { expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import { verdict } from "./verdict.ts";

const summary = exampleSummary();
const [first] = summary.tasks;

/** One task whose systems cover these shares. */
function covering(...shares: readonly (number | null)[]): Summary {
  const systems = shares.map((coverage, at) => ({ ...first!.systems[0]!, id: `s${at}`, coverage }));
  return { ...summary, complete: true, tasks: [{ ...first!, systems }] };
}

it("sums up all tasks and systems, and names the one that covers least", () => {
  expect(verdict(summary)).toEqual({
    isComplete: false,
    coverage: 0,
    text: "incomplete, 24 of 20\u202f080 left to do; lowest coverage 0.00 % (Qwen3-VL-8B-Instruct on gate-cameras); 4 could not be scored",
    selection: null,
    shortfall: null,
  });
});

it.each([
  [[1, 1], "complete; coverage 100.00 %"],
  [[1, 0.99, 1], "complete; lowest coverage 99.00 % (s1)"],
  [[0.5, 1, 0.5, 0.5], "complete; lowest coverage 50.00 % (s0 and 2 more)"],
  [[null, 0.25], "complete; lowest coverage 25.00 % (s1)"],
  [[null], "complete; nothing was planned"],
])("tells the lowest of %j", (shares, text) =>
  expect(verdict(covering(...shares)).text).toBe(text),
);

it("tells the lowest share that was answered where that is less than was covered", () => {
  const [system] = covering(1).tasks[0]!.systems;
  const task = { ...first!, systems: [system!, { ...system!, id: "m", answered: 0.625 }] };
  expect(verdict({ ...covering(1), tasks: [task] }).text).toBe(
    "complete; coverage 100.00 %; lowest answered 62.50 % (m)",
  );
});

it("names tasks that failed", () => {
  const failures = [{ task: "contact", error: "targets.csv: no such file" }];
  expect(verdict({ ...covering(1), complete: false, failures }).text).toBe(
    "incomplete; the task contact is left out (targets.csv: no such file); coverage 100.00 %",
  );
});

it("knows empty runs", () => {
  expect(verdict({ ...summary, tasks: [] })).toMatchObject({
    isComplete: false,
    coverage: null,
    text: "incomplete; nothing was planned",
  });
});

it("never lets a part read as the whole", () => {
  const { text, selection } = verdict({
    ...covering(1),
    selection: "the first 40 samples of each task",
  });
  expect(text).toBe("complete for the selected samples; coverage 100.00 %");
  expect(selection).toBe(
    "only the first 40 samples of each task: these are not the scores of the whole data",
  );
});

import { expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { plainStyle } from "../../../test/support/plain-style.ts";
import { shortSummary } from "./short-summary.ts";
import { summaryTable } from "./text-table.ts";

const example = exampleSummary();
const whole = summaryTable(example, plainStyle);
const short = shortSummary(example, plainStyle);

it("has the headline of every task, and says what else there is", () => {
  for (const { id } of example.tasks) expect(short).toMatch(new RegExp(`^${id} · `, "m"));
  expect(short.split("\n").length).toBeLessThan(whole.split("\n").length);
  expect(whole).toContain("\nOther metrics\n");
  expect(short).not.toContain("\nOther metrics\n");
  expect(short).toMatch(/^more with --all: \d+ other metrics?/m);
});

it("says what went wrong, the worst first, and what was merely counted not", () => {
  const [task] = example.tasks;
  const [system] = task!.systems;
  const remarks = ["one", "two", "three", "four", "five", "six"];
  const troubled = { ...example, tasks: [{ ...task!, systems: [{ ...system!, remarks }] }] };
  const text = shortSummary(troubled, plainStyle, 200);
  expect(text).toMatch(/and \d+ more remarks/);
  expect(text).not.toMatch(/\d of \d+ correct/);
  expect(summaryTable(troubled, plainStyle, 200)).toContain("six");
});

it("fits the width that it is given", () => {
  for (const line of shortSummary(example, plainStyle, 60).split("\n")) expect(line.length).toBeLessThanOrEqual(60);
});

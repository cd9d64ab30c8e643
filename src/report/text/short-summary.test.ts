import { expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { plainStyle } from "../../../test/support/plain-style.ts";
import { stopRemark } from "../../summary/stop-remark.ts";
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

it("begins with why a system was not asked any more", () => {
  const [task] = example.tasks;
  const [system] = task!.systems;
  const outcomes = {
    ...system!.outcomes,
    unparsed: 3,
    failed: 4,
    "media-error": 5,
    pending: 6,
    missing: 2,
  };
  const reasons = (["unparsed", "missing", "failed", "media-error"] as const).map((outcome) => ({
    outcome,
    reason: "x",
    count: 1,
  }));
  const remarks = [stopRemark("16 requests in a row failed alike"), "one", "two"];
  const troubled = { ...system!, outcomes, reasons, remarks };
  const text = shortSummary(
    { ...example, tasks: [{ ...task!, systems: [troubled] }] },
    plainStyle,
    200,
  );
  expect(text).toMatch(new RegExp(`^${troubled.id} +not asked any more: 16 requests`, "m"));
});

it("counts the other metrics that have a value", () => {
  const [task] = example.tasks;
  const [system] = task!.systems;
  const metrics = Object.fromEntries(
    ["a", "b", "c"].map((id) => [
      id,
      { ...system!.metrics[system!.headline]!, value: id === "c" ? null : 0.5 },
    ]),
  );
  const few = {
    ...system!,
    metrics: { [system!.headline]: system!.metrics[system!.headline]!, ...metrics },
  };
  expect(
    shortSummary({ ...example, tasks: [{ ...task!, systems: [few] }] }, plainStyle, 200),
  ).toContain("2 other metrics");
});

it("fits the width that it is given", () => {
  for (const line of shortSummary(example, plainStyle, 60).split("\n"))
    expect(line.length).toBeLessThanOrEqual(60);
});

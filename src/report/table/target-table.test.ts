import { expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { plainStyle } from "../../../test/support/plain-style.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { TargetVerdict } from "../../summary/target-verdict.ts";
import { displayWidth } from "../text/display-width.ts";
import { tableLines } from "../text/text-table.ts";
import { targetLine, targetTable } from "./target-table.ts";

const held: TargetVerdict = {
  metric: "fah",
  title: "False alarms per hour",
  target: "< 2",
  value: 35,
  low: 14.07,
  high: 72.11,
  n: 6,
  verdict: "not met",
};
const [task] = exampleSummary().tasks;
const judged: TaskSummary = {
  ...task!,
  systems: [
    {
      ...task!.systems[0]!,
      id: "detector",
      targets: [held, { ...held, slice: { name: "domain", value: "surveillance" } }],
    },
  ],
};

it("names the part of the samples behind the metric, and cuts no name on a narrow screen", () => {
  const lines = tableLines(targetTable(judged), { style: plainStyle, width: 80 });
  expect(lines.every((line) => displayWidth(line) <= 80)).toBe(true);
  expect(lines.join("\n")).not.toContain("…");
  expect(lines.join(" ").replace(/\s+/g, " ")).toMatch(
    /False alarms per hour, ✗ not met < 2 35.00 14.07–72.11 6 domain surveillance/,
  );
});

it.each([
  [held, "False alarms per hour < 2 is not met (35.00)"],
  [{ ...held, value: 1 / 3, reason: "few" }, "False alarms per hour < 2 is not met (0.333): few"],
  [
    { ...held, value: null, slice: { name: "domain", value: "hall" } },
    "False alarms per hour, domain hall < 2 is not met",
  ],
  [
    { ...held, metric: "coverage", title: "Coverage", target: ">= 0.985", value: 2 / 3 },
    "Coverage >= 98.50 % is not met (66.67 %)",
  ],
])("says a verdict in words, with numbers as in tables", (verdict, line) =>
  expect(targetLine(judged.systems[0]!, verdict)).toBe(line),
);

it("tells the same reason for several targets once", () => {
  const reason = "no sample has length";
  const missed = ["a", "b", "c"].map(
    (value): TargetVerdict => ({
      ...held,
      slice: { name: "length", value },
      verdict: "not measured",
      reason,
    }),
  );
  const notes = (targets: readonly TargetVerdict[]) =>
    targetTable({ ...judged, systems: [{ ...judged.systems[0]!, targets }] }).notes;
  expect(notes(missed)).toEqual([
    "False alarms per hour, length a, and 2 more: not measured: no sample has length",
  ]);
  expect(notes(missed.slice(1))).toEqual([
    "False alarms per hour, length b; False alarms per hour, length c: not measured: no sample has length",
  ]);
});

it("tells why a target is not certain, of which system and part", () => {
  const unsure: TargetVerdict = {
    ...held,
    slice: { name: "domain", value: "hall" },
    verdict: "not certain",
    reason: "few",
  };
  const two = judged.systems.concat({ ...judged.systems[0]!, id: "other", targets: [unsure] });
  expect(targetTable({ ...judged, systems: two }).notes).toEqual([
    "other, False alarms per hour, domain hall: not certain: few",
  ]);
});

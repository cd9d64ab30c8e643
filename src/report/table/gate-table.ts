import type { GateCheck, GateDocument, GateState } from "../../summary/gate-summary.ts";
import { gateCheckName } from "../../summary/gate-summary.ts";
import { leftColumn, type ReportTable } from "./report-table.ts";

const marks: Readonly<Record<GateState, string>> = { passed: "✓", failed: "✗", undecided: "?" };

const order: Readonly<Record<GateState, number>> = { failed: 0, undecided: 1, passed: 2 };

/** Every check of a gate, those that do not pass first, and why. */
export function gateTable({ checks }: GateDocument): ReportTable {
  const sorted = checks.toSorted((a, b) => order[a.state] - order[b.state]);
  return {
    title: "Checks",
    columns: ["", "check", "measured", "rule"].map(leftColumn),
    rows: sorted.map((check) => [
      marks[check.state],
      gateCheckName(check),
      check.measured,
      check.rule,
    ]),
    isWrapped: true,
    notes: sorted.flatMap((check) =>
      check.reason === undefined ? [] : [`${gateCheckName(check)}: ${check.reason}`],
    ),
  };
}

const verdicts: Readonly<Record<GateState, string>> = {
  passed: "passed",
  failed: "failed",
  undecided: "not decided",
};

/** "Gate passed: 9 checks of plant against baseline.json". */
export function gateTitle({ run, baseline, state, checks }: GateDocument): string {
  const other = checks.filter((check) => check.state === state).length;
  const count =
    state === "passed"
      ? `${checks.length} checks`
      : `${other} of ${checks.length} checks ${verdicts[state]}`;
  return `Gate ${verdicts[state]}: ${count}, ${run}${baseline === null ? "" : ` against ${baseline}`}`;
}

/** What is printed of a check where there is room for one line only. */
export function gateLine(check: GateCheck): string {
  const { measured, rule, reason } = check;
  return `${measured} (${rule})${reason === undefined ? "" : `: ${reason}`}`;
}

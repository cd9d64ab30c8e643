import { isCountedShare } from "../../core/scores/target.ts";
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { TargetVerdict } from "../../summary/target-verdict.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

const marks: Readonly<Record<TargetVerdict["verdict"], string>> = {
  met: "✓",
  "not met": "✗",
  unreachable: "✗",
  "not certain": "?",
  "not measured": "–",
};

/** What scores are held to, and whether they keep it; no rows without targets. */
export function targetTable(task: TaskSummary): ReportTable {
  const rows = task.systems.flatMap((system) =>
    (system.targets ?? []).map((verdict) => ({ system, verdict })),
  );
  const isSeveral = new Set(rows.map(({ system }) => system.id)).size > 1;
  return {
    title: "Targets",
    columns: [
      ...["system", "metric", "verdict"].map(leftColumn),
      ...["target", "score", "95 % interval", "n"].map(rightColumn),
    ],
    rows: rows.map(({ system, verdict }) => targetRow(system, verdict)),
    isGrouped: true,
    isWrapped: true,
    notes: reasonNotes(
      rows.map(({ system, verdict }) => ({
        name: [...(isSeveral ? [system.id] : []), nameOf(verdict)].join(", "),
        ...verdict,
      })),
    ),
  };
}

/** Why verdicts are what they are, once for all targets that have the reason in common. */
function reasonNotes(held: readonly (TargetVerdict & { readonly name: string })[]): string[] {
  const explained = held.flatMap(({ name, verdict, reason }) =>
    reason === undefined ? [] : [{ name, why: `${verdict}: ${reason}` }],
  );
  return [...Map.groupBy(explained, ({ why }) => why)].map(([why, alike]) => {
    const [first, second] = alike.map(({ name }) => name);
    const names = alike.length > 2 ? `${first}, and ${formatCount(alike.length - 1)} more` : first;
    return `${alike.length === 2 ? `${first}; ${second}` : names}: ${why}`;
  });
}

/** "Accuracy, domain factory > 85 % is not met (33.33 %): why": a verdict in words. */
export function targetLine(system: SystemSummary, held: TargetVerdict): string {
  const { metric, target, value, verdict, reason } = held;
  const unit = unitOf(system, metric);
  const score = value === null ? "" : ` (${formatScore(value, unit)})`;
  return `${nameOf(held)} ${targetText(target, unit)} is ${verdict}${score}${reason === undefined ? "" : `: ${reason}`}`;
}

/** "False alarms per hour, domain factory". */
export function nameOf({ title, slice }: TargetVerdict): string {
  return slice ? `${title}, ${slice.name} ${slice.value}` : title;
}

function targetRow(system: SystemSummary, held: TargetVerdict): string[] {
  const { metric, target, value, low, high, n, verdict } = held;
  const unit = unitOf(system, metric);
  return [
    system.id,
    nameOf(held),
    `${marks[verdict]} ${verdict}`,
    targetText(target, unit),
    formatScore(value, unit),
    formatInterval(low, high, unit),
    formatCount(n),
  ];
}

/** How a score is written that is held to a target. */
export function unitOf({ metrics }: SystemSummary, metric: string): Unit {
  const score = metrics[metric];
  return isCountedShare(metric) ? "percent" : score ? metricUnit(score) : "plain";
}

/** "> 85 %": in the unit of the score, whole per cents without decimals. */
export function targetText(target: string, unit: Unit): string {
  const [operator = "", bound = ""] = target.split(" ");
  if (unit !== "percent") return target;
  const isWhole = Math.abs(Number(bound) * 100 - Math.round(Number(bound) * 100)) < 1e-6;
  return `${operator} ${formatPercent(Number(bound), isWhole ? 0 : 2)}`;
}

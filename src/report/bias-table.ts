import { formatCount, formatInterval, formatScore } from "./format-number.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";
import type { PositionBiasSummary, TaskSummary } from "./summary.ts";

/** Scores of the same questions with their options in other places; no rows where none were turned round. */
export function biasTable(task: TaskSummary): ReportTable {
  const biases = task.positionBias ?? [];
  const missing = new Set(biases.flatMap(({ circular }) => (circular.low === null ? [circular.interval.replace(/^none: /, "")] : [])));
  return {
    title: "Preference for places",
    columns: [leftColumn("system"), leftColumn("options"), ...["score", "95 % interval", "n"].map(rightColumn)],
    rows: biases.flatMap(biasRows),
    isGrouped: true,
    notes: [
      "right in all orders: circular accuracy, the share of questions that are answered rightly wherever the options stand; a system without a preference for places scores the same in every order",
      ...[...missing].map((reason) => `no interval: ${reason}`),
    ],
  };
}

function biasRows({ of, n, orders, spread, circular }: PositionBiasSummary): string[][] {
  const count = formatCount(n);
  const row = (name: string, { value, low, high }: PositionBiasSummary["circular"]) => [
    of,
    name,
    formatScore(value, "percent"),
    formatInterval(low, high, "percent"),
    count,
  ];
  return [
    ...orders.map((order) => row(order.shift === 0 ? "as they are" : `turned by ${order.shift}`, order)),
    [of, "highest minus lowest", formatScore(spread, "percent"), "", count],
    row("right in all orders", circular),
  ];
}

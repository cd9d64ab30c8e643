import {
  formatCount,
  formatInterval,
  formatProbability,
  formatScore,
} from "../../summary/format-number.ts";
import type {
  PositionBiasSummary,
  Proportion,
  SpreadScore,
} from "../../summary/position-bias-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/**
 * Scores of the same questions with their options in other places; no rows where none were turned
 * round.
 */
export function biasTable(task: TaskSummary): ReportTable {
  const biases = task.positionBias ?? [];
  const missing = new Set(
    biases.flatMap(({ circular, spread, places }) =>
      [circular, spread, ...(places ? [places.spread] : [])].flatMap(({ low, interval }) =>
        low === null ? [interval.replace(/^none: /, "")] : [],
      ),
    ),
  );
  return {
    title: "Preference for places",
    columns: [
      leftColumn("system"),
      leftColumn("options"),
      ...["score", "95 % interval", "p", "n"].map(rightColumn),
    ],
    rows: biases.flatMap(biasRows),
    isGrouped: true,
    notes: [
      "right in all orders: circular accuracy, the share of questions that are answered rightly wherever the options stand; a system without a preference for places scores the same in every order, and wherever the truth stands",
      "highest minus lowest is above 0 even without a preference, by chance alone; its interval bounds all differences between orders (or places) at once and then begins at 0, and p is for no difference at all",
      ...(biases.some(({ places }) => places)
        ? [
            "truth in place 1, 2, …: the same answers by where the right option stood; a preference shows here even where all orders score the same",
          ]
        : []),
      ...[...missing].map((reason) => `no interval: ${reason}`),
    ],
  };
}

function biasRows({ of, n, orders, spread, places, circular }: PositionBiasSummary): string[][] {
  const row = (
    name: string,
    { value, low, high, pValue }: Proportion & Partial<SpreadScore>,
    count = n,
  ) => [
    of,
    name,
    formatScore(value, "percent"),
    formatInterval(low, high, "percent"),
    pValue === undefined ? "" : formatProbability(pValue),
    formatCount(count),
  ];
  return [
    ...orders.map((order) =>
      row(order.shift === 0 ? "as they are" : `turned by ${order.shift}`, order),
    ),
    row("highest minus lowest", spread),
    ...(places?.scores ?? []).map((score, place) =>
      row(`truth in place ${place + 1}`, score, places!.n),
    ),
    ...(places ? [row("highest minus lowest place", places.spread, places.n)] : []),
    row("right in all orders", circular),
  ];
}

import { formatCount, formatDifference, formatInterval } from "../../summary/format-number.ts";
import { ownProperty } from "../../summary/own-property.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { headlineMetric } from "../../summary/task-metrics.ts";
import { errorClasses } from "../notes/system-notes.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** Numbers of samples with mistakes, a row per kind and a column per system that made some. */
export function errorTable(task: TaskSummary): ReportTable {
  const systems = task.systems.filter((system) => errorClasses(system).length > 0);
  const kinds = new Set(systems.flatMap((system) => errorClasses(system).map(([name]) => name)));
  return {
    title: "Samples with mistakes, by kind",
    columns: [leftColumn("kind"), ...systems.map((system) => rightColumn(system.id))],
    rows: [...kinds].map((kind) => [
      kind,
      ...systems.map((system) => formatCount(ownProperty(system.errors, kind) ?? 0)),
    ]),
  };
}

/** What each kind of mistake takes off the headline score, a group of rows per system. */
export function errorCostTable(task: TaskSummary): ReportTable {
  const metric = headlineMetric(task);
  const unit = metric?.unit ?? "plain";
  const systems = task.systems.flatMap(({ id, errorCosts }) =>
    errorCosts && errorCosts.metric === metric?.id ? [{ id, errorCosts }] : [],
  );
  const costs = systems.flatMap(({ id, errorCosts: { classes, all } }) =>
    (classes.length > 1 ? [...classes, all] : classes).map((cost) => ({ id, cost })),
  );
  const reasons = costs.flatMap(({ cost: { low, interval } }) =>
    low === null ? [interval.replace(/^none: /, "no interval: ")] : [],
  );
  return {
    title: `What mistakes cost: ${metric?.title ?? "score"}`,
    columns: [
      leftColumn("system"),
      leftColumn("kind"),
      ...["samples", "cost", "95 % interval"].map(rightColumn),
    ],
    rows: costs.map(({ id, cost }) => [
      id,
      cost.class,
      formatCount(cost.samples),
      formatDifference(cost.cost, unit).replace(/^\+/, ""),
      formatInterval(cost.low, cost.high, unit),
    ]),
    isGrouped: true,
    notes: [
      `cost: what the score would gain, were these samples answered perfectly${unit === "percent" ? ", in points" : ""}`,
      ...new Set(reasons),
    ],
  };
}

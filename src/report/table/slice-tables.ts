import { once } from "../../core/once.ts";
import { correctCount } from "../../summary/correct-count.ts";
import { absent, formatCount, formatInterval, formatScore } from "../../summary/format-number.ts";
import { ownProperty } from "../../summary/own-property.ts";
import type { SliceSummary } from "../../summary/score-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { headlineMetric, type TaskMetric } from "../../summary/task-metrics.ts";
import { absenceNotes } from "../notes/absence-notes.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** One value of a slice with the systems that have samples of it. */
export interface SliceGroup {
  readonly value: string;
  readonly systems: readonly { readonly system: SystemSummary; readonly slice: SliceSummary }[];
}

/** The headline score within each value of each slice, values sorted by name. */
export function sliceTables(task: TaskSummary): ReportTable[] {
  const metric = headlineMetric(task);
  if (metric === undefined) return [];
  return sliceNames(task).map((name) => sliceTable(task, name, metric));
}

function sliceTable(task: TaskSummary, name: string, metric: TaskMetric): ReportTable {
  const groups = sliceGroups(task, name);
  const isCounted = groups.some(({ systems }) =>
    systems.some(({ slice }) => correctCount(slice.metrics[metric.id]) !== null),
  );
  return {
    title: `${metric.title} by ${name}`,
    columns: [
      leftColumn(name),
      leftColumn("system"),
      ...["score", "95 % interval", ...(isCounted ? ["correct"] : []), "n"].map(rightColumn),
    ],
    rows: groups.flatMap(({ value, systems }) =>
      systems.map(({ system, slice }) => {
        const score = slice.metrics[metric.id];
        const correct = correctCount(score);
        return [
          value,
          system.id,
          formatScore(score?.value, metric.unit),
          formatInterval(score?.low, score?.high, metric.unit),
          ...(isCounted ? [correct === null ? absent : formatCount(correct)] : []),
          formatCount(score?.n ?? slice.n),
        ];
      }),
    ),
    isGrouped: true,
    notes: absenceNotes(
      groups.flatMap(({ systems }) => systems.map(({ slice }) => slice.metrics[metric.id])),
    ),
  };
}

/**
 * Names of a task's slices, sorted. A slice that all samples have in common is none: it would
 * repeat the scores of the whole.
 */
export function sliceNames(task: TaskSummary): string[] {
  return allNames(task).filter((name) => sharedValue(task, name) === undefined);
}

/** What all samples have in common: "domain hall". */
export function sharedSlices(task: TaskSummary): string[] {
  return allNames(task).flatMap((name) => {
    const value = sharedValue(task, name);
    return value === undefined ? [] : [`${name} ${value}`];
  });
}

function allNames(task: TaskSummary): string[] {
  return [...new Set(task.systems.flatMap((system) => Object.keys(system.slices)))].sort(
    names().compare,
  );
}

/** The only value of a slice, where every scored sample of every system has it. */
function sharedValue(task: TaskSummary, name: string): string | undefined {
  const [only, ...others] = sliceGroups(task, name);
  if (only === undefined || others.length > 0 || only.systems.length < task.systems.length)
    return undefined;
  return only.systems.every(({ system, slice }) => slice.n === system.n) ? only.value : undefined;
}

/** The values of one slice, sorted, with the systems that have them. */
export function sliceGroups(task: TaskSummary, name: string): SliceGroup[] {
  const values = new Set(
    task.systems.flatMap((system) => Object.keys(ownProperty(system.slices, name) ?? {})),
  );
  return [...values].sort(names().compare).map((value) => ({
    value,
    systems: task.systems.flatMap((system) => {
      const slice = ownProperty(ownProperty(system.slices, name) ?? {}, value);
      return slice === undefined ? [] : [{ system, slice }];
    }),
  }));
}

const names = once(() => new Intl.Collator("en", { numeric: true }));

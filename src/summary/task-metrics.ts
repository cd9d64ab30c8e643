import type { Unit } from "./format-number.ts";
import { metricUnit } from "./metric-unit.ts";
import type { TaskSummary } from "./summary.ts";

/** What is the same about a metric for all systems of a task. */
export interface TaskMetric {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
}

/** The metric to read first; none in a task without scores. */
export function headlineMetric(task: TaskSummary): TaskMetric | undefined {
  const id = task.systems.find((system) => system.metrics[system.headline] !== undefined)?.headline;
  return id === undefined ? undefined : taskMetric(task, id);
}

/** All metrics but the headline, in the order in which systems list them. */
export function otherMetrics(task: TaskSummary): TaskMetric[] {
  const headline = headlineMetric(task)?.id;
  const ids = new Set(task.systems.flatMap((system) => Object.keys(system.metrics)));
  return [...ids].filter((id) => id !== headline).map((id) => taskMetric(task, id));
}

function taskMetric(task: TaskSummary, id: string): TaskMetric {
  const score = task.systems.map(({ metrics }) => metrics[id]).find((one) => one !== undefined);
  return { id, title: score?.title ?? id, unit: score === undefined ? "plain" : metricUnit(score) };
}

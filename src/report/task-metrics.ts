import { correctCounts } from "./correct-counts.ts";
import type { Unit } from "./format-number.ts";
import { metricUnit } from "./metric-unit.ts";
import type { ScoreSummary, SystemSummary, TaskSummary } from "./summary.ts";

/** What is the same about a metric for all systems of a task. */
export interface TaskMetric {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  /** How many samples were right, where the metric is a proportion. */
  correct(score: ScoreSummary | undefined): number | null;
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
  const scores = task.systems.flatMap((system) => allScores(system, id));
  return { id, title: scores[0]?.title ?? id, unit: metricUnit(scores), correct: correctCounts(scores) };
}

function allScores(system: SystemSummary, id: string): ScoreSummary[] {
  const slices = Object.values(system.slices).flatMap((values) => Object.values(values));
  return [system.metrics[id], system.otherPolicy.metrics[id], ...slices.map((slice) => slice.metrics[id])].filter(
    (score) => score !== undefined,
  );
}

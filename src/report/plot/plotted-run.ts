import { lessIsBetter } from "../../core/scores/metric.ts";
import { isBaseline, isReference } from "../../summary/baseline-systems.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { Summary, TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { headlineMetric, type TaskMetric } from "../../summary/task-metrics.ts";

/** A run, or a row of a matrix, to be drawn with others. */
export interface PlottedRun {
  /** Unlike that of all others. */
  readonly name: string;
  /** What runs over time have in common; absent of rows of a matrix. */
  readonly series?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** What was released then. */
  readonly mark?: string;
  readonly summary: Summary;
}

/** A system of a run on a task. */
export interface PlotEntry {
  readonly run: PlottedRun;
  readonly task: TaskSummary;
  readonly system: SystemSummary;
  readonly role: "system" | "probe" | "baseline";
  /** How charts name it. */
  readonly label: string;
}

/** A task of all runs. */
export interface PlotTask {
  readonly id: string;
  readonly family: string;
  /** The headline metric first, then those that were asked for. */
  readonly metrics: readonly PlotMetric[];
  readonly entries: readonly PlotEntry[];
}

export interface PlotMetric extends TaskMetric {
  readonly isLessBetter: boolean;
}

/** The tasks of runs with their systems under the names that charts give them. */
export function plotTasks(
  runs: readonly PlottedRun[],
  moreMetrics: readonly string[] = [],
): readonly PlotTask[] {
  const all = runs.flatMap((run) =>
    run.summary.tasks.flatMap((task) => task.systems.map((system) => ({ run, task, system }))),
  );
  const nameOf = namesOf(all);
  const entries = all.map(
    (one): PlotEntry => ({ ...one, role: roleOf(one.system), label: nameOf(one) }),
  );
  return [...Map.groupBy(entries, ({ task }) => task.id)].flatMap(([id, own]) => {
    const metrics = metricsOf(own, moreMetrics);
    const { family } = own[0]!.task;
    return metrics.length === 0 ? [] : [{ id, family, metrics, entries: withoutTwins(own) }];
  });
}

type Place = Pick<PlotEntry, "run" | "task" | "system">;

/** Systems go by their ids; where runs share these, the run tells them apart. */
function namesOf(all: readonly Place[]): (place: Place) => string {
  const runsOf = Map.groupBy(all, ({ system }) => system.id);
  const isShared = (id: string) => new Set(runsOf.get(id)?.map(({ run }) => run.name)).size > 1;
  const own = new Set(
    all.filter(({ system }) => roleOf(system) === "system").map(({ system }) => system.id),
  );
  return ({ run, system }) => {
    if (!isShared(system.id)) return system.id;
    return own.size === 1 && own.has(system.id) ? run.name : `${system.id} · ${run.name}`;
  };
}

function roleOf(system: SystemSummary): PlotEntry["role"] {
  if (isReference(system)) return "baseline";
  return system.probe ? "probe" : "system";
}

/** Baselines of several runs that score the same are one. */
function withoutTwins(entries: readonly PlotEntry[]): readonly PlotEntry[] {
  const known = new Set<string>();
  return entries.flatMap((entry) => {
    const { role, system } = entry;
    if (role !== "baseline") return [entry];
    const key = JSON.stringify([system.id, system.n, system.metrics[system.headline]?.value]);
    if (known.has(key)) return [];
    known.add(key);
    const others = entries.filter((other) => other.system.id === system.id);
    const isAlone = others.every(
      (other) =>
        JSON.stringify([
          system.id,
          other.system.n,
          other.system.metrics[other.system.headline]?.value,
        ]) === key,
    );
    return [isAlone ? { ...entry, label: system.id } : entry];
  });
}

function metricsOf(entries: readonly PlotEntry[], more: readonly string[]): readonly PlotMetric[] {
  const headline = entries.map(({ task }) => headlineMetric(task)).find((one) => one !== undefined);
  if (!headline) return [];
  return [...new Set([headline.id, ...more])].flatMap((id) => {
    const score = entries.map(({ system }) => system.metrics[id]).find((one) => one !== undefined);
    return score
      ? [{ id, title: score.title, unit: metricUnit(score), isLessBetter: lessIsBetter(score) }]
      : [];
  });
}

/** Scores of a task by one metric, of entries that have it. */
export function scoresOf(
  entries: readonly PlotEntry[],
  { id }: TaskMetric,
): readonly (PlotEntry & { readonly score: ScoreSummary })[] {
  return entries.flatMap((entry) => {
    const score = entry.system.metrics[id];
    return score ? [{ ...entry, score }] : [];
  });
}

/** Systems that are drawn as series: baselines only where there is nothing else. */
export function competing(entries: readonly PlotEntry[]): readonly PlotEntry[] {
  const own = entries.filter(({ role }) => role !== "baseline");
  if (own.length > 0) return own;
  const made = entries.filter(({ system }) => !isBaseline(system));
  return made.length > 0 ? made : entries;
}

/** What a reader must know: systems that several runs scored by different rules, task by task. */
export function signatureNotes(tasks: readonly PlotTask[]): readonly string[] {
  return tasks.flatMap(({ id, entries, metrics }) =>
    metrics.flatMap((metric) => {
      const scored = scoresOf(entries, metric).filter(({ role }) => role !== "baseline");
      const differing = [...Map.groupBy(scored, ({ system }) => system.id)]
        .filter(([, own]) => new Set(own.map(({ score }) => score.signature)).size > 1)
        .map(([system]) => system);
      return differing.length === 0
        ? []
        : [
            `${id}: runs score ${differing.join(", ")} by different rules (signatures of ${metric.id} differ)`,
          ];
    }),
  );
}

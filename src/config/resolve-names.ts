import type { Family } from "../core/family.ts";
import { findById } from "../core/registry.ts";
import type { Metric } from "../core/scores/metric.ts";
import { metricsNamed } from "../core/scores/metric-names.ts";
import {
  formatTargetPlace,
  isCounted,
  parseTargetPlace,
  type Target,
  type Targets,
} from "../core/scores/target.ts";
import type { Config, TaskConfig } from "./config.ts";
import { isTarget, type WrittenTargets } from "./schema/targets-schema.ts";
import { targetSchema } from "./target.ts";
import { taskMetrics } from "./task-metrics.ts";

/**
 * A configuration in which tasks and targets may still name metrics by short names, and targets no
 * tasks.
 */
export type NamedConfig = Omit<Config, "targets"> & { readonly targets: WrittenTargets };

/**
 * Puts ids in the place of short names, and tasks where targets name none; `checkReferences` has
 * found all of them right before.
 */
export function resolveNames(config: NamedConfig, families: readonly Family[]): Config {
  const tasks = config.tasks.map((task) => withIds(task, metricsOf(task, families)));
  const targets = tasks.map(
    (task) => [task.id, targetsOf(task, config.targets, families)] as const,
  );
  return {
    ...config,
    tasks,
    targets: Object.fromEntries(targets.filter(([, own]) => Object.keys(own).length > 0)),
  };
}

function metricsOf(task: TaskConfig, families: readonly Family[]): readonly Metric[] {
  return taskMetrics(findById<string, Family>(families, task.family, "family"), task);
}

function withIds(task: TaskConfig, metrics: readonly Metric[]): TaskConfig {
  if (!task.metrics) return task;
  return {
    ...task,
    metrics: [...new Set(task.metrics.flatMap((name) => metricsNamed(name, metrics)))],
  };
}

/**
 * Weakest first: the published set, then what is said of all tasks, then what is said of this one.
 */
function targetsOf(
  task: TaskConfig,
  written: WrittenTargets,
  families: readonly Family[],
): Targets {
  const known = metricsOf(task, families);
  const metrics = known.filter(({ id }) => task.metrics?.includes(id) ?? true);
  const { preset, ...own } = typeof written === "string" ? { preset: written } : written;
  const published =
    preset === undefined
      ? {}
      : (findById<string, Family>(families, task.family, "family").proof.targets?.[preset] ?? {});
  const ofTask = Object.hasOwn(own, task.id) ? own[task.id] : undefined;
  const all: readonly (readonly [string, unknown])[] = [
    ...Object.entries(published).map(
      ([place, comparison]) => [place, targetSchema().parse(comparison)] as const,
    ),
    ...Object.entries(own).filter(([, value]) => isTarget(value)),
    ...Object.entries(ofTask === undefined || isTarget(ofTask) ? {} : ofTask),
  ];
  return Object.fromEntries(
    all.flatMap(([text, target]) => {
      const place = parseTargetPlace(text)!;
      // A published target that the task's options leave without a metric is not measured, rather
      // than forgotten.
      const isUnknown =
        Object.hasOwn(published, text) && metricsNamed(place.metric, known).length === 0;
      const ids =
        isCounted(place.metric) || isUnknown ? [place.metric] : metricsNamed(place.metric, metrics);
      return ids.map(
        (metric) => [formatTargetPlace({ ...place, metric }), target as Target] as const,
      );
    }),
  );
}

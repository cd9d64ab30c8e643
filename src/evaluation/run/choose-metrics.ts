import {
  type Measured,
  missingRole,
  missingRoleMessage,
  taskMetrics,
} from "../../config/task-metrics.ts";
import type { Family } from "../../core/family.ts";
import { findById } from "../../core/registry.ts";
import { metricNames, metricsNamed } from "../../core/scores/metric-names.ts";
import { isCounted, parseTargetPlace } from "../../core/scores/target.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";

interface Measuring extends Measured {
  readonly id: string;
  readonly family: string;
  readonly metrics?: readonly string[] | undefined;
}

export interface ChosenMetrics<T> {
  readonly tasks: readonly (T & { readonly metrics: readonly string[] })[];
  /** Ids of the tasks that have none of the metrics. */
  readonly leftOut: readonly string[];
}

/**
 * Tasks that measure what the names ask for, whatever they measured before; tasks that can measure
 * none of it are left out.
 */
export function chooseMetrics<T extends Measuring>(
  tasks: readonly T[],
  names: readonly string[],
  families: readonly Family[],
): ChosenMetrics<T> {
  const familyOf = (task: T) => findById<string, Family>(families, task.family, "family");
  const known = tasks.map((task) => taskMetrics(familyOf(task), task));
  const all = [...new Set(known.flatMap(metricNames))];
  for (const name of names)
    if (!all.includes(name)) {
      for (const task of tasks) {
        const role = missingRole(name, familyOf(task), task);
        if (role !== undefined)
          throw new UserError(
            `--metrics: ${missingRoleMessage(name, role)}`,
            `name a grader as graders.${role} of the task "${task.id}"`,
          );
      }
      const near = closest(name, all);
      throw new UserError(
        `metrics: no task has a metric "${name}"`,
        `${near ? `did you mean "${near}"? ` : ""}names here: ${all.join(", ")}`,
      );
    }
  const chosen = tasks.map((task, at) => ({
    ...task,
    metrics: [...new Set(names.flatMap((name) => metricsNamed(name, known[at]!)))],
  }));
  return {
    tasks: chosen.filter(({ metrics }) => metrics.length > 0),
    leftOut: chosen.filter(({ metrics }) => metrics.length === 0).map(({ id }) => id),
  };
}

/** Targets of what is measured, by task and place. */
export function chooseTargets<T>(
  targets: Readonly<Record<string, Readonly<Record<string, T>>>>,
  tasks: readonly Pick<Measuring, "id" | "metrics">[],
): Readonly<Record<string, Readonly<Record<string, T>>>> {
  const kept = tasks.map(({ id, metrics }) => {
    const own = Object.entries(Object.hasOwn(targets, id) ? targets[id]! : {});
    return [
      id,
      Object.fromEntries(
        own.filter(([place]) => isMeasured(parseTargetPlace(place)?.metric ?? "", metrics)),
      ),
    ] as const;
  });
  return Object.fromEntries(kept.filter(([, own]) => Object.keys(own).length > 0));
}

function isMeasured(metric: string, metrics: readonly string[] | undefined): boolean {
  return isCounted(metric) || (metrics?.includes(metric) ?? true);
}

import type { Metric } from "../core/scores/metric.ts";
import { choiceHint } from "./problems/choice-hint.ts";
import type { Problem } from "./problems/problem.ts";
import { missingRoleMessage } from "./task-metrics.ts";

/** Takes what is wrong. */
export type Report = (problem: Problem) => void;

/** What a task measures. */
export interface TaskNames {
  readonly position: number;
  readonly id: unknown;
  /**
   * All of its metrics; `undefined` where they cannot be known because its family or options are
   * wrong.
   */
  readonly metrics: readonly Metric[] | undefined;
  /** The role of the grader without which there is no metric of this name. */
  missingRole(name: string): string | undefined;
  /** As they are written: ids and short names. */
  readonly chosen: readonly string[] | undefined;
  /** The names of the published sets of targets that its family has. */
  readonly presets: readonly string[];
}

/** Why none of these tasks has a metric of this name, and what to write instead. */
export function unknownMetric(
  name: string,
  tasks: readonly TaskNames[],
  names: readonly string[],
): Pick<Problem, "message" | "hint"> {
  for (const task of tasks) {
    const role = task.missingRole(name);
    if (role !== undefined)
      return {
        message: missingRoleMessage(name, role),
        hint: `name a grader as tasks[${task.position}].graders.${role}`,
      };
  }
  return { message: `unknown metric "${name}"`, hint: choiceHint("metric", name, names) };
}

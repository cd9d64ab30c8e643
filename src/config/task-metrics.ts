import type { GraderNames } from "../core/asking/grader.ts";
import { nothingLent } from "../core/family/lent.ts";
import type { Family } from "../core/family.ts";
import { isRecord } from "../core/json.ts";
import type { Metric } from "../core/scores/metric.ts";
import { metricsNamed } from "../core/scores/metric-names.ts";

/** What of a task decides which metrics there are. */
export interface Measured {
  readonly options: unknown;
  /** Ids of graders by role, as they are written: there may be none, or no record at all. */
  readonly graders?: unknown;
}

/** The metrics of a task, before any of its tables is read. */
export function taskMetrics(family: Family, { options, graders }: Measured): readonly Metric[] {
  return family.scoring(options, { ...nothingLent, graders: gradersOf(graders) }).metrics;
}

/** The role that would have to be filled for a metric of this name; `undefined` if none would do. */
export function missingRole(name: string, family: Family, task: Measured): string | undefined {
  const graders = gradersOf(task.graders);
  const open = family.people.graders.map(({ role }) => role).filter((role) => !(role in graders));
  return open.find((role) => {
    const metrics = taskMetrics(family, { ...task, graders: { ...graders, [role]: role } });
    return metricsNamed(name, metrics).length > 0;
  });
}

/** What is said where a metric is asked for whose grader is missing. */
export function missingRoleMessage(name: string, role: string): string {
  return `metric "${name}" needs a ${role}, and the task names none`;
}

function gradersOf(written: unknown): GraderNames {
  const given = isRecord(written) ? Object.entries(written) : [];
  return Object.fromEntries(
    given.flatMap(([role, id]) => (typeof id === "string" ? [[role, id]] : [])),
  );
}

import type { z } from "zod";
import type { Family } from "../core/family.ts";
import { isRecord } from "../core/json.ts";
import { metricNames, metricsNamed } from "../core/scores/metric-names.ts";
import { checkOwnAsking } from "./check-own-asking.ts";
import { checkPublished } from "./check-published.ts";
import { checkTargets } from "./check-targets.ts";
import { type FieldPath, startsWithPath } from "./field-path.ts";
import { choiceHint } from "./problems/choice-hint.ts";
import { missingRole, taskMetrics } from "./task-metrics.ts";
import { type Report, type TaskNames, unknownMetric } from "./task-names.ts";

type Fields = Readonly<Record<string, unknown>>;
/**
 * What one part of a configuration says about another. Runs on configurations that are wrong
 * elsewhere too, so that all mistakes are reported at once.
 */
export function checkReferences(families: readonly Family[]) {
  return (config: unknown, context: z.RefinementCtx): void => {
    if (!isRecord(config)) return;
    const report: Report = ({ path, message, hint, about }) =>
      context.addIssue({ code: "custom", path: [...path], message, params: { hint, about } });
    const isBroken = (path: FieldPath) =>
      context.issues.some((issue) => startsWithPath((issue.path ?? []) as FieldPath, path));

    for (const list of ["tasks", "systems", "graders"])
      checkUniqueIds(list, listOf(config[list]), report);
    const tasks = listOf(config.tasks).map((task, position): TaskNames => {
      const family = isBroken(["tasks", position, "options"])
        ? undefined
        : families.find(({ id }) => id === task.family);
      const chosen = Array.isArray(task.metrics)
        ? task.metrics.filter((id) => typeof id === "string")
        : undefined;
      const presets = Object.keys(
        families.find(({ id }) => id === task.family)?.proof.targets ?? {},
      );
      const { options, graders } = task;
      const metrics = family && taskMetrics(family, { options, graders });
      const missing = (name: string) => family && missingRole(name, family, { options, graders });
      return { position, id: task.id, metrics, missingRole: missing, chosen, presets };
    });
    for (const task of tasks) checkMetrics(task, report);
    checkGraders(config, report);
    checkSystems(config, report);
    checkOwnAsking(
      { systems: listOf(config.systems), tasks: listOf(config.tasks) },
      {
        families,
        report,
        refuse: (issue) => context.addIssue(issue as z.core.$ZodSuperRefineIssue),
      },
    );
    checkTargets(config.targets, tasks, report);
    checkPublished(config.references, tasks, report);
  };
}

function checkUniqueIds(list: string, items: readonly Fields[], report: Report): void {
  const first = new Map<unknown, number>();
  items.forEach((item, position) => {
    const id = item.id ?? item.kind;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, position);
    else if (typeof id === "string") {
      const message = `"${id}" is already the id of ${list}[${earlier}]`;
      report({
        path: [list, position, "id"],
        about: "value",
        message,
        hint: "give each an id of its own",
      });
    }
  });
}

function checkGraders(config: Fields, report: Report): void {
  const ids = listOf(config.graders).map(({ id, kind }) => String(id ?? kind));
  for (const [position, task] of listOf(config.tasks).entries()) {
    for (const [role, id] of Object.entries(isRecord(task.graders) ? task.graders : {})) {
      if (typeof id !== "string" || ids.includes(id)) continue;
      const path = ["tasks", position, "graders", role];
      report({
        path,
        about: "value",
        message: `unknown grader "${id}"`,
        hint: choiceHint("grader", id, ids),
      });
    }
  }
}

function checkSystems(config: Fields, report: Report): void {
  const ids = listOf(config.systems).map(({ id, kind }) => String(id ?? kind));
  for (const [position, task] of listOf(config.tasks).entries()) {
    for (const [at, id] of (Array.isArray(task.systems)
      ? (task.systems as readonly unknown[])
      : []
    ).entries()) {
      if (typeof id !== "string" || ids.includes(id)) continue;
      const path = ["tasks", position, "systems", at];
      report({
        path,
        about: "value",
        message: `unknown system "${id}"`,
        hint: choiceHint("system", id, ids),
      });
    }
  }
}

function checkMetrics(task: TaskNames, report: Report): void {
  const { position, metrics, chosen } = task;
  chosen?.forEach((name, at) => {
    if (metrics === undefined || metricsNamed(name, metrics).length > 0) return;
    const path = ["tasks", position, "metrics", at];
    const problem = unknownMetric(name, [task], metricNames(metrics));
    report({ path, about: "value", ...problem });
  });
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map((item) => (isRecord(item) ? item : {})) : [];
}

import type { z } from "zod";
import type { Family } from "../core/family.ts";
import { isRecord } from "../core/json.ts";
import { choiceHint } from "./choice-hint.ts";
import { type FieldPath, startsWithPath } from "./field-path.ts";
import type { Problem } from "./problem.ts";

type Fields = Readonly<Record<string, unknown>>;
type Report = (problem: Problem) => void;

interface TaskNames {
  readonly position: number;
  readonly id: unknown;
  /** All of its metrics; `undefined` where they cannot be known because its family or options are wrong. */
  readonly metrics: readonly string[] | undefined;
  readonly chosen: readonly string[] | undefined;
}

/** What one part of a configuration says about another. Runs on configurations that are wrong elsewhere too, so that all mistakes are told at once. */
export function checkReferences(families: readonly Family[]) {
  return (config: unknown, context: z.RefinementCtx): void => {
    if (!isRecord(config)) return;
    const report: Report = ({ path, message, hint, about }) =>
      context.addIssue({ code: "custom", path: [...path], message, params: { hint, about } });
    const isBroken = (path: FieldPath) => context.issues.some((issue) => startsWithPath((issue.path ?? []) as FieldPath, path));

    for (const list of ["tasks", "systems", "graders"]) checkUniqueIds(list, listOf(config[list]), report);
    const tasks = listOf(config.tasks).map((task, position): TaskNames => {
      const family = isBroken(["tasks", position, "options"]) ? undefined : families.find(({ id }) => id === task.family);
      const chosen = Array.isArray(task.metrics) ? task.metrics.filter((id) => typeof id === "string") : undefined;
      return { position, id: task.id, metrics: family?.metrics(task.options).map((metric) => metric.id), chosen };
    });
    for (const task of tasks) checkMetrics(task, report);
    checkGraders(config, report);
    checkSystems(config, report);
    if (isRecord(config.targets)) checkTargets(config.targets, tasks, report);
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
      report({ path: [list, position, "id"], about: "value", message, hint: "give each an id of its own" });
    }
  });
}

function checkGraders(config: Fields, report: Report): void {
  const ids = listOf(config.graders).map(({ id, kind }) => String(id ?? kind));
  for (const [position, task] of listOf(config.tasks).entries()) {
    for (const [role, id] of Object.entries(isRecord(task.graders) ? task.graders : {})) {
      if (typeof id !== "string" || ids.includes(id)) continue;
      const path = ["tasks", position, "graders", role];
      report({ path, about: "value", message: `unknown grader "${id}"`, hint: choiceHint("grader", id, ids) });
    }
  }
}

function checkSystems(config: Fields, report: Report): void {
  const ids = listOf(config.systems).map(({ id, kind }) => String(id ?? kind));
  for (const [position, task] of listOf(config.tasks).entries()) {
    for (const [at, id] of (Array.isArray(task.systems) ? (task.systems as readonly unknown[]) : []).entries()) {
      if (typeof id !== "string" || ids.includes(id)) continue;
      const path = ["tasks", position, "systems", at];
      report({ path, about: "value", message: `unknown system "${id}"`, hint: choiceHint("system", id, ids) });
    }
  }
}

function checkMetrics({ position, metrics, chosen }: TaskNames, report: Report): void {
  chosen?.forEach((id, at) => {
    if (metrics === undefined || metrics.includes(id)) return;
    const path = ["tasks", position, "metrics", at];
    report({ path, about: "value", message: `unknown metric "${id}"`, hint: choiceHint("metric", id, metrics) });
  });
}

function checkTargets(targets: Fields, tasks: readonly TaskNames[], report: Report): void {
  const ids = tasks.map((task) => task.id).filter((id) => typeof id === "string");
  for (const [id, wanted] of Object.entries(targets)) {
    const task = tasks.find((candidate) => candidate.id === id);
    if (!task) report({ path: ["targets", id], about: "key", message: `unknown task "${id}"`, hint: choiceHint("task", id, ids) });
    if (!task?.metrics || !isRecord(wanted)) continue;
    const scored = ["coverage", ...task.metrics.filter((metric) => task.chosen?.includes(metric) ?? true)];
    for (const name of Object.keys(wanted).filter((key) => !scored.includes(key))) {
      const path = ["targets", id, name];
      const isLeftOut = task.metrics.includes(name);
      if (isLeftOut) report({ path, about: "value", message: "not measured", hint: `add "${name}" to tasks[${task.position}].metrics` });
      else report({ path, about: "key", message: `unknown metric "${name}"`, hint: choiceHint("metric", name, scored) });
    }
  }
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map((item) => (isRecord(item) ? item : {})) : [];
}

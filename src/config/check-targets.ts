import { isRecord } from "../core/json.ts";
import { metricNames, metricsNamed } from "../core/scores/metric-names.ts";
import {
  countedShares,
  isCounted,
  machineFigures,
  parseTargetPlace,
} from "../core/scores/target.ts";
import { choiceHint } from "./problems/choice-hint.ts";
import { isTarget } from "./schema/targets-schema.ts";
import { type Report, type TaskNames, unknownMetric } from "./task-names.ts";

/**
 * Whether targets name tasks and metrics that there are. Values of slices are known only when data
 * is read.
 */
export function checkTargets(targets: unknown, tasks: readonly TaskNames[], report: Report): void {
  const preset = isRecord(targets) ? targets.preset : targets;
  if (typeof preset === "string")
    checkPreset(preset, tasks, {
      report,
      path: isRecord(targets) ? ["targets", "preset"] : ["targets"],
    });
  const ids = tasks.map((task) => task.id).filter((id) => typeof id === "string");
  for (const [key, wanted] of Object.entries(isRecord(targets) ? targets : {})) {
    if (key === "preset") continue;
    const task = tasks.find((candidate) => candidate.id === key);
    const isMapping = isRecord(wanted) && !isTarget(wanted);
    if (!isMapping) checkPlace(key, tasks, { report, path: ["targets", key] });
    else if (!task)
      report({
        path: ["targets", key],
        about: "key",
        message: `unknown task "${key}"`,
        hint: choiceHint("task", key, ids),
      });
    else
      for (const place of Object.keys(wanted))
        checkPlace(place, [task], { report, path: ["targets", key, place] });
  }
}

interface Spot {
  readonly report: Report;
  readonly path: readonly (string | number)[];
}

function checkPreset(preset: string, tasks: readonly TaskNames[], { report, path }: Spot): void {
  if (tasks.some(({ presets, metrics }) => presets.includes(preset) || metrics === undefined))
    return;
  report({
    path,
    about: "value",
    message: `no task is of a family with targets of the name "${preset}"`,
  });
}

function checkPlace(text: string, tasks: readonly TaskNames[], { report, path }: Spot): void {
  const place = parseTargetPlace(text);
  if (!place) {
    const hint = "write metric or metric[slice=value], such as map[domain=factory]";
    report({ path, about: "key", message: `"${text}" names no metric`, hint });
    return;
  }
  const { metric } = place;
  if (isCounted(metric) || tasks.some(({ metrics }) => metrics === undefined)) return;
  const found = tasks
    .map((task) => ({ task, ids: metricsNamed(metric, task.metrics ?? []) }))
    .filter(({ ids }) => ids.length > 0);
  if (found.length === 0) {
    const names = [...countedShares, ...new Set(tasks.flatMap(measured)), ...machineFigures];
    report({ path, about: "key", ...unknownMetric(metric, tasks, names) });
    return;
  }
  const several = found.find(({ ids }) => ids.length > 1);
  if (several)
    report({
      path,
      about: "key",
      message: `"${metric}" is several metrics`,
      hint: `name one: ${several.ids.join(", ")}`,
    });
  else if (!found.some(({ task, ids }) => measured(task).includes(ids[0]!)))
    report({
      path,
      about: "value",
      message: "not measured",
      hint: `add "${metric}" to tasks[${found[0]!.task.position}].metrics`,
    });
}

/** Names of what a task measures. */
function measured({ metrics = [], chosen }: TaskNames): readonly string[] {
  const ids = chosen?.flatMap((name) => metricsNamed(name, metrics));
  return metricNames(metrics.filter(({ id }) => ids?.includes(id) ?? true));
}

import type { PromptNote } from "../../core/family/asking-facet.ts";
import {
  absent,
  formatCount,
  formatInterval,
  formatQuantity,
  formatScore,
} from "../../summary/format-number.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { TaskMetric } from "../../summary/task-metrics.ts";
import { sharedSlices } from "../table/slice-tables.ts";
import { noIntervalText } from "./absence-notes.ts";

/**
 * What must be known to read a task's headline table: how intervals were made or why there are
 * none, the majority line, the wording.
 */
export function taskNotes(task: TaskSummary, metric: TaskMetric | undefined): string[] {
  return [
    ...told(task, (system) => intervalText(metric && system.metrics[metric.id])),
    ...told(task, (system) => metric && majorityText(system.metrics[metric.id], metric)),
    ...peopleText(task, metric),
    ...publishedText(task, metric),
    ...sharedText(task),
    ...(task.notes ?? []),
    ...(task.prompt === undefined ? [] : [promptText(task.prompt)]),
  ];
}

/** What people reach by the headline. */
function peopleText({ people }: TaskSummary, metric: TaskMetric | undefined): string[] {
  const score = metric && people?.scores[metric.id];
  if (!people || !score) return [];
  const limits = formatInterval(score.low, score.high, metric.unit);
  const between = limits === absent ? "" : ` (${limits})`;
  return [
    `people ${formatScore(score.value, metric.unit)}${between}: a second annotator against the first, on ${formatQuantity(score.n, "sample")} (${people.file}); a system that scores more agrees with the first more than people do`,
  ];
}

/** What others published of the headline. */
function publishedText({ published = [] }: TaskSummary, metric: TaskMetric | undefined): string[] {
  return published.flatMap(({ name, metric: id, value, low, high, source }) => {
    if (id !== metric?.id) return [];
    const limits = formatInterval(low, high, metric.unit);
    const between = limits === absent ? "" : ` (${limits})`;
    return [
      `published, not measured here: ${name} ${formatScore(value, metric.unit)}${between}, ${source}`,
    ];
  });
}

/** Slices that would be the whole over again. */
function sharedText(task: TaskSummary): string[] {
  const shared = sharedSlices(task);
  return shared.length === 0 ? [] : [`all samples have in common: ${shared.join(", ")}`];
}

/**
 * "4 996 samples in 1 249 groups", the largest over systems, since a system may have been run on
 * fewer; `total` counts every repeat. Groups are known of scored samples alone, which is said where
 * no system has all of them scored.
 */
export function sizeText(task: TaskSummary): string {
  const samples = Math.max(
    0,
    ...task.systems.map(({ total, repeats }) => total / (repeats?.count ?? 1)),
  );
  const repeats = Math.max(1, ...task.systems.map((system) => system.repeats?.count ?? 1));
  const groups = Math.max(0, ...task.systems.map((system) => system.groups));
  const isWhole = task.systems.some(({ n, total }) => n === total);
  const where = `${isWhole ? "" : ", those that are scored"} in ${formatQuantity(groups, "group")}`;
  const size = `${formatQuantity(samples, "sample")}${where}`;
  return repeats === 1 ? size : `${size}, each asked ${formatCount(repeats)} times`;
}

/** How a reader may use figures obtained with this wording. */
export function promptText({ name, version, isOwnWording }: PromptNote): string {
  const whose = isOwnWording ? "Vidimus's own wording" : "your own wording";
  return `prompt “${name}”, version ${version}, ${whose}: not comparable with figures published under other wordings`;
}

/**
 * A text that all systems share is shown once; otherwise each is shown with the systems that it is
 * about.
 */
function told(task: TaskSummary, textOf: (system: SystemSummary) => string | undefined): string[] {
  const systemsOf = new Map<string, string[]>();
  for (const system of task.systems) {
    const text = textOf(system);
    if (text !== undefined) systemsOf.set(text, [...(systemsOf.get(text) ?? []), system.id]);
  }
  if (systemsOf.size === 1) return [...systemsOf.keys()];
  return [...systemsOf].map(([text, systems]) => `${text} (${systems.join(", ")})`);
}

function intervalText(score: ScoreSummary | undefined): string | undefined {
  if (score === undefined || score.value === null) return undefined;
  return score.low === null || score.high === null
    ? noIntervalText(score)
    : `95 % interval: ${score.interval}`;
}

function majorityText(score: ScoreSummary | undefined, { unit }: TaskMetric): string | undefined {
  const line = score?.references.find(({ id }) => id === "majority");
  if (line === undefined) return undefined;
  return `majority line ${formatScore(line.value, unit)}${line.note === undefined ? "" : `: ${line.note}`}`;
}

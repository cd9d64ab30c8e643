import type { Analysis, Table } from "../../core/scores/analysis.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { countLabelSets } from "./class-counts.ts";
import { macroF1Score } from "./f1-averages.ts";
import { byTask } from "./mean-of-tasks.ts";
import type { HasTaskScores, RescalingPool } from "./rescale-scores.ts";
import { taskLabelSets } from "./task-macro-f1.ts";

/** What tables of levels read of one sample; each is empty where the data does not say. */
export interface HasLevel extends HasTaskScores {
  readonly level: string;
  readonly environment: string;
  readonly taskGroup: string;
}

/** Added to √N, as ViSTa does. */
const rootFloor = 1e-6;

/**
 * Macro F1 by level, group and environment of tasks: the mean over tasks, with ViSTa's error bar,
 * ±1.96 · (sample deviation over tasks) / (√tasks + 1e-6).
 */
export function taskLevels(
  measure: string,
  { rescaling }: { readonly rescaling: RescalingPool },
): Analysis<HasLevel> {
  return {
    id: "levels",
    title: "Levels and groups of tasks",
    measure,
    analyse: (evidence) => tabulate([...evidence], rescaling),
  };
}

function tabulate(items: readonly HasLevel[], rescaling: RescalingPool): Table {
  const raw = taskLabelSets(items, { rescaling: "none", ties: "first" });
  const rescaled = taskLabelSets(items, { rescaling, ties: "last" });
  const rows = partsOf(items).map(({ cells, places }) => {
    const tasks = new Set(places.map((at) => items[at]!.task)).size;
    const figures = [raw, rescaled].flatMap((sets) =>
      figuresOf(taskScores(places.map((at) => sets[at]!))),
    );
    return [...cells, tasks, ...figures];
  });
  const names = ["macro-f1", "rescaled-macro-f1"].flatMap((name) => [
    name,
    `${name} error`,
    `${name} low`,
    `${name} high`,
  ]);
  return {
    kind: "table",
    columns: ["level", "group", "environment", "tasks", ...names],
    fractions: names,
    absent: "–",
    rows,
    notes: [
      "mean over tasks; error: sample deviation over tasks / (√tasks + 1e-6); low and high: ±1.96 of it",
    ],
  };
}

interface Part {
  readonly cells: readonly (string | null)[];
  readonly places: readonly number[];
}

type Member = "level" | "taskGroup" | "environment";

/** By each member alone, and by levels within groups and environments. */
const divisions: readonly (readonly Member[])[] = [
  ["level"],
  ["taskGroup"],
  ["environment"],
  ["level", "taskGroup"],
  ["level", "environment"],
];
const members: readonly Member[] = ["level", "taskGroup", "environment"];

function partsOf(items: readonly HasLevel[]): readonly Part[] {
  return divisions.flatMap((division) => {
    const parts = new Map<string, number[]>();
    for (const [at, item] of items.entries()) {
      if (division.some((member) => item[member] === "")) continue;
      const key = JSON.stringify(
        members.map((member) => (division.includes(member) ? item[member] : null)),
      );
      const places = parts.get(key) ?? [];
      parts.set(key, places);
      places.push(at);
    }
    return [...parts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, places]) => ({ cells: JSON.parse(key) as (string | null)[], places }));
  });
}

/** Macro F1 of each task that has one. */
function taskScores(sets: ReturnType<typeof taskLabelSets>): readonly number[] {
  return [...byTask(sets).values()].flatMap(
    ({ items }) => macroF1Score(countLabelSets(items), "union")() ?? [],
  );
}

function figuresOf(scores: readonly number[]): readonly (number | null)[] {
  const count = scores.length;
  if (count === 0) return [null, null, null, null];
  const mean = scores.reduce((sum, one) => sum + one, 0) / count;
  if (count === 1) return [mean, null, null, null];
  const squares = scores.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const error = Math.sqrt(squares / (count - 1)) / (Math.sqrt(count) + rootFloor);
  return [mean, error, mean - 1.96 * error, mean + 1.96 * error];
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "levels",
    group: "classification",
    title: "Levels and groups of tasks",
    options: [],
    page: () => ({
      definition:
        "Macro F1 of raw and of rescaled scores by level, group and environment of tasks, as the mean over tasks with an error bar.",
      formula: "error = sample deviation over tasks / (√tasks + 1e-6); bar = mean ± 1.96·error",
      citation: "ViSTa (Wybitul et al. 2024), evaluation code",
      checkedAgainst: "its definition restated with NumPy, to 1e-9",
      edgeCases:
        "No error with one task. The bar shows how tasks differ, not how sure the score is: the intervals of the metrics say that.",
      signatures: [],
    }),
  },
];

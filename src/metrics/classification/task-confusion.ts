import type { Analysis, Table } from "../../core/scores/analysis.ts";
import type { HasLabels } from "./class-counts.ts";
import { confusionMatrix } from "./confusion-matrix.ts";
import { byTask, type HasTask } from "./mean-of-tasks.ts";

/** More labels than this would be wider than a page. */
const mostColumns = 30;

/** Of more tasks than this, nobody reads a matrix each. */
const mostTasks = 20;

/**
 * The confusion matrix of each task, since tasks have labels of their own; of very many tasks, or of
 * many labels, the list of what was taken for what.
 */
export function taskConfusion(measure: string): Analysis<HasTask & HasLabels> {
  const matrix = confusionMatrix(measure);
  return {
    ...matrix,
    parts(evidence) {
      const tasks = [...byTask(evidence)].sort(([a], [b]) => (a < b ? -1 : 1));
      const areFew = tasks.length > 1 && tasks.length <= mostTasks;
      return areFew && tasks.every(([, { items }]) => hasColumns(items))
        ? new Map(tasks.map(([task, { places }]) => [task, places]))
        : undefined;
    },
    analyse(evidence) {
      const items = [...evidence];
      const tasks = byTask(items);
      return tasks.size <= 1 && hasColumns(items)
        ? matrix.analyse(items)
        : pairs([...tasks].map(([task, { items: own }]) => [task, own]));
    },
  };
}

function hasColumns(items: readonly HasLabels[]): boolean {
  return new Set(items.flatMap(({ truth, predicted }) => [truth, predicted])).size <= mostColumns;
}

function pairs(tasks: readonly (readonly [task: string, items: readonly HasLabels[]])[]): Table {
  const counts = new Map<string, number>();
  for (const [task, items] of tasks)
    for (const { truth, predicted } of items) {
      if (truth === null) continue;
      const key = JSON.stringify([task, truth, predicted ?? "no answer"]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return {
    kind: "table",
    columns: ["task", "truth", "predicted", "samples"],
    rows: [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, count]) => [...(JSON.parse(key) as string[]), count]),
  };
}

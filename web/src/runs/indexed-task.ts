import { splitSystems } from "../../../src/summary/baseline-systems.ts";
import type {
  IndexedSystem,
  IndexedTask,
  RunIndex,
} from "../../../src/summary/browse/run-index.ts";
import type { TaskSummary } from "../../../src/summary/summary.ts";
import { indexBase } from "./work/run-workers.ts";
import type { TaskPlace } from "./work/sample-worker.ts";

/** Where workers find a task of an index. */
export function taskPlace(run: string, index: RunIndex, task: string): TaskPlace | undefined {
  const place = index.tasks.findIndex(({ id }) => id === task);
  const found = index.tasks[place];
  return found && { base: indexBase(run, index), place, task: found };
}

interface SplitSystems {
  readonly own: readonly IndexedSystem[];
  readonly others: readonly IndexedSystem[];
}

/** The systems that a task is about, and what they are read against; as the summary has them. */
export function systemsOf(
  { systems }: IndexedTask,
  summary: Pick<TaskSummary, "systems"> | undefined,
): SplitSystems {
  const split: { readonly own: readonly { readonly id: string }[] } = summary
    ? splitSystems(summary.systems)
    : splitSystems(systems);
  const own = new Set(split.own.map(({ id }) => id));
  return {
    own: systems.filter(({ id }) => own.has(id)),
    others: systems.filter(({ id }) => !own.has(id)),
  };
}

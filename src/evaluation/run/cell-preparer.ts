import type { LoadedConfig } from "../../config/load-config.ts";
import type { System } from "../../core/asking/system.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { SharedSystems } from "../../systems/probe/shared-systems.ts";
import { makeGraders } from "../cell/graders.ts";
import { fitProgress } from "../cell/learn.ts";
import { journalOf, makeGrader, makeSystem } from "../cell/make-system.ts";
import { prepareCells } from "../cell/prepare-cell.ts";
import { withCellName } from "../cell/with-cell-name.ts";
import type { OnEvent } from "../evaluation-event.ts";
import type { Task } from "../task/open-task.ts";
import { systemTask } from "../task/system-task.ts";
import type { PreparedCells } from "./evaluate-tasks.ts";
import { checkPrice } from "./run-spending.ts";

export interface CellPreparing {
  readonly store: RunStore;
  /** Ends trainings. */
  readonly signal: AbortSignal;
  readonly isOffline: boolean | undefined;
  readonly onEvent: OnEvent;
  warn(text: string): void;
  /** Told of keys that are missing, where others ask the systems; they are needed if absent. */
  lacksKey?(text: string): void;
  onLog(text: string): void;
}

/** Makes the systems and graders of a configuration, and the cells of a system on a task. */
export function cellPreparer(
  loaded: LoadedConfig,
  preparing: CellPreparing,
): (id: string, task: Task) => Promise<PreparedCells & { readonly task: Task }> {
  const { config, registries } = loaded;
  const { store, signal, isOffline, onEvent, warn, lacksKey, onLog } = preparing;
  const shared = new SharedSystems();
  const making = { isOffline, journal: journalOf(store), ...(lacksKey ? { lacksKey } : {}) };
  const graders = new Map<string, Promise<Readonly<Record<string, System>>>>();
  const helpersOf = (task: Task) => {
    const made =
      graders.get(task.id) ??
      makeGraders(task, (grader) => makeGrader(loaded, grader, { task, ...making }));
    graders.set(task.id, made);
    return made;
  };
  return async (id, given) => {
    const task = await systemTask(given, id, { systems: config.systems, registries, asks: true });
    const helpers = await helpersOf(given);
    const make = (repeat: number) =>
      makeSystem(loaded, id, { task, repeat, shared, warn, ...making });
    const prepared = await withCellName({ task: task.id, system: id }, () =>
      prepareCells(task, make, {
        ...{ store, helpers, signal, onLog },
        onProgress: fitProgress({ task: task.id, system: id }, onEvent),
      }),
    );
    return { task, ...checkPrice(prepared, config) };
  };
}

import { findById } from "../core/registry.ts";
import type { Config, Registries, TaskConfig } from "./config.ts";

/**
 * The configuration with systems left out of tasks on which they have nothing to say. A task that
 * names its systems asks all of them, and so does one on which none is left.
 */
export function leaveOutSystems(config: Config, registries: Registries): Config {
  const fitting = (task: TaskConfig): TaskConfig => {
    if (task.systems) return task;
    const family = findById(registries.families, task.family, "family");
    const leftOut = config.systems.flatMap(({ id, kind, settings }) => {
      const maker = findById(registries.systemKinds, kind, "kind of system");
      const reason = maker.leftOut?.(settings, family, task.options);
      return reason === undefined ? [] : [{ system: id, reason }];
    });
    const systems = config.systems
      .map(({ id }) => id)
      .filter((id) => leftOut.every(({ system }) => system !== id));
    return leftOut.length === 0 || systems.length === 0 ? task : { ...task, systems, leftOut };
  };
  return { ...config, tasks: config.tasks.map(fitting) };
}

/** One line for each system that is left out of tasks: why, and of which. */
export function leftOutTexts({ tasks, systems }: Config): readonly string[] {
  return systems.flatMap(({ id }) => {
    const found = tasks.flatMap((task) =>
      (task.leftOut ?? []).flatMap(({ system, reason }) =>
        system === id ? [{ task: task.id, reason }] : [],
      ),
    );
    if (found.length === 0) return [];
    return [
      `${id} is left out of ${found.map(({ task }) => task).join(", ")}: ${found[0]!.reason}`,
    ];
  });
}

import type { LoadedConfig } from "../../../config/load-config.ts";
import { missingProtocol } from "../../../core/family.ts";
import { findById } from "../../../core/registry.ts";

/** A system that a task cannot ask, so that a run would stop. */
export interface UnfitSystem {
  readonly system: string;
  readonly task: string;
  readonly reason: string;
}

/** Systems that do not fit the families of their tasks, as far as their settings tell. */
export function unfitSystems({
  config,
  registries,
}: Pick<LoadedConfig, "config" | "registries">): readonly UnfitSystem[] {
  return config.tasks.flatMap((task) => {
    const family = findById(registries.families, task.family, "family");
    return config.systems
      .filter(({ id }) => task.systems?.includes(id) ?? true)
      .flatMap(({ id, kind, settings }) => {
        const maker = findById(registries.systemKinds, kind, "kind of system");
        const unspoken = maker.speaks && missingProtocol(family, maker.speaks);
        const reason = maker.unfit?.(settings, family) ?? (unspoken && `it ${unspoken}`);
        return reason === undefined ? [] : [{ system: id, task: task.id, reason }];
      });
  });
}

export function unfitText({ system, task, reason }: UnfitSystem): string {
  return `error: the task "${task}" cannot ask the system "${system}": ${reason}\n`;
}

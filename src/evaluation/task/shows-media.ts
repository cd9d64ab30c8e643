import type { SystemConfig, TaskConfig } from "../../config/config.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findById } from "../../core/registry.ts";

/**
 * Whether some system that a task asks is shown pictures and videos, as far as its settings tell.
 */
export function showsMedia(
  task: Pick<TaskConfig, "systems">,
  { config, registries }: Pick<LoadedConfig, "config" | "registries">,
): boolean {
  const looks = ({ kind, settings }: SystemConfig) =>
    findById(registries.systemKinds, kind, "kind of system").looks?.(settings) ?? false;
  return config.systems.some(
    (system) => (task.systems?.includes(system.id) ?? true) && looks(system),
  );
}

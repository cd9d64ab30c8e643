import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import type { ResolveOptions } from "../../config/resolve-config.ts";
import { meteorSettings } from "../../evaluation/task/task-tables.ts";

/**
 * A configuration, whose tasks are lent the tables of `--meteor-resources` where it is given: as if
 * `--set` named them.
 */
export async function loadWithTables(
  path: string,
  options: ResolveOptions,
  place: string | undefined,
): Promise<LoadedConfig> {
  const loaded = await loadConfig(path, options);
  if (place === undefined) return loaded;
  const tables = meteorSettings(loaded.config.tasks, place, loaded.registries.families);
  return loadConfig(path, { ...options, set: [...options.set, ...tables] });
}

import { type LoadedConfig, type LoadOptions, loadConfig } from "../../config/load-config.ts";
import { meteorSettings } from "../../evaluation/task/task-tables.ts";

/**
 * A configuration, whose tasks are lent the tables of `--meteor-resources` where it is given: as if
 * `--set` named them.
 */
export async function loadWithTables(
  path: string,
  options: LoadOptions,
  place: string | undefined,
): Promise<LoadedConfig> {
  if (place === undefined) return loadConfig(path, options);
  // The message about families without METEOR lists those that have it: all are loaded.
  const { config, registries } = await loadConfig(path, {
    ...options,
    loadRegistries: ({ use }) => options.loadRegistries({ use }),
  });
  const tables = meteorSettings(config.tasks, place, registries.families);
  return loadConfig(path, { ...options, set: [...options.set, ...tables] });
}

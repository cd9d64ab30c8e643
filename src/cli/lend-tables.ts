import type { TaskConfig } from "../config/config.ts";
import type { Task } from "./open-task.ts";
import { type TableReader, tableReader } from "./task-tables.ts";

/** A task that is scored with the tables that its configuration names. */
export async function lendTables(
  task: Task,
  config: Pick<TaskConfig, "id" | "tables">,
  { directory, read = tableReader() }: { readonly directory: string; readonly read?: TableReader },
): Promise<Task> {
  const tables = await read(config, directory);
  const settings = { ...task.settings, tables };
  return tables ? { ...task, settings, scoring: { ...task.scoring, settings } } : task;
}

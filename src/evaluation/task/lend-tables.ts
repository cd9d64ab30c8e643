import type { TaskConfig } from "../../config/config.ts";
import { fileScratch } from "../../files/file-scratch.ts";
import type { Task } from "./open-task.ts";
import { type TableReader, tableReader } from "./task-tables.ts";

/**
 * A task that is scored with the tables that its configuration names, and whose evidence is laid
 * aside where it becomes much.
 */
export async function lendTables(
  task: Task,
  config: Pick<TaskConfig, "id" | "tables">,
  { directory, read = tableReader() }: { readonly directory: string; readonly read?: TableReader },
): Promise<Task> {
  const tables = (await read(config, directory)) ?? {};
  const lent = { ...task.scoring.lent, tables, scratch: fileScratch };
  return { ...task, scoring: { ...task.scoring, lent } };
}

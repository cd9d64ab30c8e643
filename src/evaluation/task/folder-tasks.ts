import { resolve } from "node:path";
import type { TaskConfig } from "../../config/config.ts";
import type { Family } from "../../core/family.ts";
import { isRecord } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";

/**
 * The tasks that the folder of a task without a configuration is about, each as a task of its own;
 * only those that agree with the options that were `given`. `undefined` where the format knows of
 * one task only.
 */
export async function folderTasks(
  config: TaskConfig,
  {
    family,
    given,
    directory,
  }: {
    readonly family: Family;
    readonly given: ReadonlySet<string>;
    readonly directory: string;
  },
): Promise<readonly TaskConfig[] | undefined> {
  const format = findById(family.data.formats, config.data.format, "format");
  if (format.reads !== "folder" || !format.tasks || typeof config.data.path !== "string")
    return undefined;
  const { folder } = openDataFile(resolve(directory, config.data.path));
  if (!folder) return undefined;
  const chosen: unknown = config.options;
  const options = isRecord(chosen) ? chosen : {};
  const found = (await format.tasks(folder)).filter((task) =>
    Object.entries(task.options).every(
      ([name, value]) => !given.has(name) || options[name] === value,
    ),
  );
  return found.length === 0
    ? undefined
    : found.map(({ id, options: own }) => ({ ...config, id, options: { ...options, ...own } }));
}

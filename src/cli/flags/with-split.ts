import type { TaskConfig } from "../../config/config.ts";
import type { Flags } from "../commands/command.ts";

/** The task on the split that `--split` names, or on its own. */
export function withSplit(task: TaskConfig, { split }: Flags): TaskConfig {
  return split === undefined ? task : { ...task, data: { ...task.data, split: String(split) } };
}

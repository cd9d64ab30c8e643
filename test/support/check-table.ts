import { UnusableNumbers } from "../../src/cli/commands/check/unusable-numbers.ts";
import { UserError } from "../../src/core/user-error.ts";
import { defaultTask } from "../../src/evaluation/task/default-task.ts";
import { openTask } from "../../src/evaluation/task/open-task.ts";
import { episode } from "../../src/families/episode/index.ts";
import type { EpisodeTaskId } from "../../src/families/episode/tasks.ts";

export interface CheckedTable {
  readonly samples: number;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Reads a task of a table as `vidimus check` does, numbers included. */
export async function checkTable(path: string, task: EpisodeTaskId): Promise<CheckedTable> {
  const warnings: string[] = [];
  const config = defaultTask(episode, { data: { path }, format: "xperience", options: { task } });
  const opened = openTask(config, {
    directory: path,
    families: [episode],
    selection: { seed: 1 },
    seed: 1,
    onWarning: (message) => warnings.push(message),
  });
  await using _ = opened.arrays;
  let samples = 0;
  try {
    for await (const batch of opened.all) samples += batch.length;
    const findings = await new UnusableNumbers().findings(opened, opened.all);
    return { samples, errors: findings.map(({ message }) => message), warnings };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { samples, errors: [error.message], warnings };
  }
}

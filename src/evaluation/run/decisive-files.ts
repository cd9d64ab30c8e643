import { resolve } from "node:path";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { pathFacts } from "../../datasets/open-source.ts";
import type { FileFacts } from "../../files/content-digest.ts";
import type { Task } from "../task/open-task.ts";

/** Size and digest of every file that decides the scores. */
export async function decisiveFiles(
  { config, directory, registries }: LoadedConfig,
  tasks: readonly Task[],
): Promise<Readonly<Record<string, FileFacts>>> {
  const facts: Record<string, FileFacts> = {};
  for (const task of tasks) Object.assign(facts, await task.facts());
  for (const { id, kind, settings } of [...config.systems, ...config.graders]) {
    const maker = findById(registries.systemKinds, kind, "kind of system");
    for (const path of maker.files?.(settings) ?? [])
      try {
        Object.assign(facts, await pathFacts(resolve(directory, path)));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        throw new UserError(
          `the system "${id}": ${error.message}`,
          error.hint ?? maker.filesHint?.(settings),
        );
      }
  }
  for (const path of config.use) Object.assign(facts, await pathFacts(resolve(directory, path)));
  return facts;
}

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { LabelsConfig, TaskConfig } from "../../config/config.ts";
import type { Label } from "../../core/data/label.ts";
import { labelIndex } from "../../core/data/label-index.ts";
import type { Family } from "../../core/family.ts";
import { UserError } from "../../core/user-error.ts";
import { loadLabels } from "../../datasets/load-labels.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import type { ScoredLabels } from "../../scoring/label-scorer.ts";

export interface LabelSurroundings {
  /** What the path is relative to. */
  readonly directory: string;
  readonly family: Family;
  /** Ids of the systems that the task asks. */
  readonly systems: readonly string[];
  onWarning(message: string): void;
}

/**
 * Reads the labels that a task names and sorts them by the answers they are about; `undefined`
 * where it names none.
 */
export async function taskLabels(
  { id, labels: config }: Pick<TaskConfig, "id" | "labels">,
  { directory, family, systems, onWarning }: LabelSurroundings,
): Promise<ScoredLabels | undefined> {
  if (!config) return undefined;
  const aspects = family.people.aspects ?? [];
  if (aspects.length === 0)
    throw new UserError(
      `the task "${id}" names labels, but people cannot be asked anything about answers of the family ${family.id}`,
    );
  const path = labelsPath(config, directory);
  const labels = await loadLabels(openDataFile(path), { task: id, aspects });
  for (const message of leftOut(labels, systems)) onWarning(`${path}: ${message}`);
  const { kappaAbove, kappaBy } = config;
  return {
    index: labelIndex(labels, systems.length === 1 ? systems[0] : undefined),
    rule: { kappaAbove, kappaBy },
  };
}

/**
 * @throws {UserError} where the file is not there: a run without it would look as if nobody had
 * labelled anything.
 */
function labelsPath({ path }: LabelsConfig, directory: string): string {
  const resolved = resolve(directory, path);
  if (!existsSync(resolved))
    throw new UserError(
      `no such file: ${resolved}`,
      "named as labels; leave it out until people have labelled answers, and add it then: the same run goes on",
    );
  return resolved;
}

/** All files of labels, where a folder or a pattern names several. */
export async function labelFiles(
  config: LabelsConfig,
  directory: string,
): Promise<readonly string[]> {
  const path = labelsPath(config, directory);
  return (await openDataFile(path).files?.()) ?? [path];
}

/** What is said of labels that are about no system of the task. */
function leftOut(labels: readonly Label[], systems: readonly string[]): readonly string[] {
  const unnamed =
    systems.length === 1 ? 0 : labels.filter(({ system }) => system === undefined).length;
  const strangers = Map.groupBy(
    labels.filter(({ system }) => system !== undefined && !systems.includes(system)),
    ({ system }) => system!,
  );
  return [
    ...(unnamed > 0
      ? [
          `${rows(unnamed)} without a system left out: the task asks several (${systems.join(", ")})`,
        ]
      : []),
    ...(strangers.size > 0
      ? [
          `${rows([...strangers.values()].flat().length)} left out: about systems that the task does not ask: ${[
            ...strangers,
          ]
            .map(([name, own]) => `${name} (${own.length})`)
            .join(", ")}; it asks ${systems.join(", ")}`,
        ]
      : []),
  ];
}

function rows(count: number): string {
  return `${count} row${count === 1 ? "" : "s"}`;
}

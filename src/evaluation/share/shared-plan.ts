import { isAbsolute, relative, resolve, sep } from "node:path";
import { isRecord, type Json } from "../../core/json.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import { type Cell, cellIdentity } from "../../engine/cell.ts";
import type { FileFacts } from "../../files/content-digest.ts";
import { differingLeaves } from "../explain/differing-leaves.ts";

/** What workers need to know of a run, as its coordinator says it. */
export interface SharedPlan {
  readonly schema: "vidimus-plan/1";
  /** Digests what decides which work there is. */
  readonly basis: string;
  readonly version: string;
  /** The configuration, with secrets still as `${NAME}`. */
  readonly spec: Json;
  /** The folder of the configuration on the coordinator's machine. */
  readonly base: string;
  readonly selection: Selection;
  readonly retry: readonly OutcomeKind[];
  readonly isOffline: boolean | null;
  /** Every file that decides the scores, by its path from the folder of the configuration. */
  readonly files: Readonly<Record<string, FileFacts>>;
  readonly cells: readonly PlannedCell[];
}

/** One system on one task, with everything that its answers depend on. */
export interface PlannedCell {
  readonly task: string;
  readonly system: string;
  readonly repeat: number;
  readonly digest: string;
  readonly identity: Json;
}

export function plannedCell(cell: Cell): PlannedCell {
  const { task, system, repeat, digest } = cell;
  return { task, system: system.id, repeat, digest, identity: cellIdentity(cell) };
}

/** The plan of a run in a database. @throws {UserError} where another version wrote it. */
export function planFrom(stored: unknown, version: string): SharedPlan {
  const { schema, version: theirs } = isRecord(stored) ? stored : {};
  if (schema === "vidimus-plan/1" && theirs === version) return stored as unknown as SharedPlan;
  throw new UserError(
    `the run is coordinated by vidimus ${String(theirs)}, and this is ${version}`,
    "use the same version on all machines",
  );
}

/** Paths as every machine knows them that has the configuration. */
export function portableFiles(
  files: Readonly<Record<string, FileFacts>>,
  base: string,
): Readonly<Record<string, FileFacts>> {
  const portable = (path: string) => {
    const near = relative(base, resolve(base, path));
    return near.startsWith("..") || isAbsolute(near) ? path : near.split(sep).join("/");
  };
  return Object.fromEntries(Object.entries(files).map(([path, facts]) => [portable(path), facts]));
}

/** Refuses to work with other files than the coordinator has. @throws {UserError} */
export function checkFiles(
  plan: Pick<SharedPlan, "files">,
  own: Readonly<Record<string, FileFacts>>,
): void {
  for (const [path, { sha256, sizeBytes }] of Object.entries(plan.files)) {
    const found = own[path];
    if (found?.sha256 === sha256) continue;
    const here = found
      ? `${found.sizeBytes} bytes, SHA-256 ${found.sha256.slice(0, 12)}…`
      : "it is not among the files of the configuration";
    throw new UserError(
      `${path} differs from the coordinator's: here ${here}, there ${sizeBytes} bytes, SHA-256 ${sha256.slice(0, 12)}…`,
      "give every machine the same files",
    );
  }
}

/** Refuses to ask otherwise than the coordinator would. @throws {UserError} */
export function checkCell(plan: Pick<SharedPlan, "cells">, cell: Cell): void {
  const own = plannedCell(cell);
  const planned = plan.cells.find(
    ({ task, system, repeat }) =>
      task === own.task && system === own.system && repeat === own.repeat,
  );
  if (planned?.digest === own.digest) return;
  const [leaf] = differingLeaves(own.identity, planned?.identity);
  throw new UserError(
    `the system "${own.system}" would be asked otherwise on the task "${own.task}" than by the coordinator: ${leaf ? `${leaf.where} is ${leaf.a ?? "not set"} here and ${leaf.b ?? "not set"} there` : "their digests differ"}`,
    "use the same versions, models and settings on all machines",
  );
}

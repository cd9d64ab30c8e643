import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { shortPath } from "../../files/short-path.ts";
import { runStores } from "../../store/run-stores.ts";
import { isRunOf, newRunDirectory, specIdentity } from "../run/run-directory.ts";

interface PlannedRow {
  readonly name: string;
  readonly spec: Json;
}

export interface MatrixPlace {
  /** The folder of all runs. */
  readonly output: string;
  /** Of the configuration. */
  readonly name: string;
  /** A folder that the user named. */
  readonly run: string | undefined;
  readonly isNew: boolean;
}

/**
 * The folder of a matrix: the one that was named, else the newest of this name that holds runs of
 * some of its rows and none that were made otherwise, so that rows can be added while a matrix goes
 * on; else a new one.
 */
export async function matrixDirectory(
  rows: readonly PlannedRow[],
  { output, name, run, isNew }: MatrixPlace,
): Promise<string> {
  if (run !== undefined) {
    if (isNew)
      throw new UserError(
        "a run to continue and a new one exclude each other",
        "give --run or --new (in the library: run or isNew)",
      );
    if (!existsSync(run))
      throw new UserError(`no such folder: ${shortPath(run)}`, "name the folder of a matrix");
    return run;
  }
  const listed = isNew ? [] : await runStores.list(output);
  for (const { url, header } of listed.filter((entry) => isRunOf(entry.name, name))) {
    const isRun = await header().then(
      (own) => own !== undefined,
      () => true,
    );
    if (!isRun && (await holdsOnly(rows, url))) return url;
  }
  return newRunDirectory(output, name, new Date());
}

async function holdsOnly(rows: readonly PlannedRow[], directory: string): Promise<boolean> {
  let found = 0;
  for (const { name, spec } of rows) {
    const header = await runStores.header(join(directory, name));
    if (!header) continue;
    if (specIdentity(header.spec) !== specIdentity(spec)) return false;
    found++;
  }
  return found > 0;
}

import { relative, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { readSummary } from "../../../evaluation/output/run-files.ts";
import { runStores } from "../../../store/run-stores.ts";
import type { Flags } from "../command.ts";

/** Runs in the directory and, as the demo's, one level below. */
export async function runs(flags: Flags): Promise<readonly (readonly string[])[]> {
  const output = resolve((flags.output as string | undefined) ?? "runs");
  const rows: string[][] = [];
  for (const folder of (await runStores.list(output)).toReversed())
    for (const { url, header } of [folder, ...(await runStores.list(folder.url)).toReversed()]) {
      const own = await header().catch((error: unknown) =>
        error instanceof UserError ? null : Promise.reject(error),
      );
      if (own === undefined) continue;
      const place = relative(output, url);
      if (own === null) rows.push([place, "", "log cannot be read", ""]);
      else
        rows.push([
          place,
          own.name,
          await stateOf(url),
          new Date(own.createdAt).toISOString().slice(0, 19),
        ]);
    }
  return rows;
}

async function stateOf(url: string): Promise<string> {
  const { stored } = await readSummary(runStores.files(url));
  return !stored ? "not scored" : stored.summary.complete ? "complete" : "incomplete";
}

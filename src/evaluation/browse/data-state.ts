import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isRecord } from "../../core/json.ts";
import type { RunFiles } from "../../core/run/run-store.ts";
import { manifestIn, runFacts } from "../output/run-files.ts";

/** Another text as soon as the files that a run was made from are others. */
export async function dataState(files: RunFiles): Promise<string> {
  const manifest = await manifestIn(files);
  const { base } = await runFacts(files);
  const names = isRecord(manifest?.files) ? Object.keys(manifest.files) : [];
  const states = names.map(async (name) => {
    const facts = await stat(resolve(base, name)).catch(() => undefined);
    return [name, facts?.size, facts?.mtimeMs];
  });
  return JSON.stringify(await Promise.all(states));
}

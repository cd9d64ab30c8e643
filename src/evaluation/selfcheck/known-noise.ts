import { isRecord } from "../../core/json.ts";
import type { RunFiles } from "../../core/run/run-store.ts";
import type { KnownNoise } from "../../scoring/comparison/with-noise.ts";
import type { Selfcheck } from "../../summary/selfcheck-summary.ts";

export const selfcheckName = "selfcheck.json";

/** What `vidimus selfcheck` found of a run's systems, where it was run. */
export async function knownNoise(
  files: RunFiles,
): Promise<(task: string, system: string) => KnownNoise> {
  const found = await read(files);
  return (task, system) =>
    found?.cells.find((cell) => cell.task === task && cell.system === system)?.noise;
}

async function read(files: RunFiles): Promise<Selfcheck | undefined> {
  try {
    const value: unknown = JSON.parse((await files.read(selfcheckName)) ?? "null");
    return isRecord(value) && Array.isArray(value.cells)
      ? (value as unknown as Selfcheck)
      : undefined;
  } catch {
    return undefined;
  }
}

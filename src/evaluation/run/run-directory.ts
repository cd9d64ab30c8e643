import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import { once } from "../../core/once.ts";
import { runHeaderIn } from "../../store/journal-file.ts";
import { manifestIn } from "../output/run-files.ts";

/** Parts of a configuration that decide how a run is scored and shown, or how much and how fast is asked, but not what: they may change while a run goes on. */
const scoringKeys = new Set([
  "targets",
  "output",
  "minCoverage",
  "minAnswered",
  "repeats",
  "concurrency",
  "retries",
  "prices",
  "budget",
  "cache",
  "use",
]);
/** Settings of a system that decide how fast it is asked, not what. */
const systemPaceKeys = new Set(["concurrency", "timeoutMs", "pacing", "stream", "workers", "idleMs", "startTimeoutMs", "cancelGraceMs"]);
const taskScoringKeys = new Set(["unanswered", "slices", "metrics", "extractors", "repeats", "labels", "tables"]);

/** The text by which two configurations are the same run. */
export function specIdentity(spec: Json): string {
  if (!isRecord(spec)) return canonicalJson(spec);
  const tasks = Array.isArray(spec.tasks) ? spec.tasks : [];
  const systems = Array.isArray(spec.systems) ? spec.systems : [];
  return canonicalJson({
    ...without(spec, scoringKeys),
    tasks: tasks.map((task) => (isRecord(task) ? without(task, taskScoringKeys) : task)),
    systems: systems.map((system) => (isRecord(system) ? without(system, systemPaceKeys) : system)),
  });
}

/**
 * The newest run of this name with an equal spec, if there is one.
 * @throws {UserError} where a newer one cannot be read and is not known to be of another configuration: starting over would pay for everything again.
 */
export async function findRun(output: string, name: string, spec: Json): Promise<string | undefined> {
  if (!existsSync(output)) return undefined;
  const wanted = specIdentity(spec);
  const candidates = readdirSync(output).filter((entry) => entry.endsWith(`-${name}`) || entry.includes(`-${name}.`));
  for (const entry of candidates.sort(byTimeAndNumber).reverse()) {
    const directory = join(output, entry);
    const header = await runHeaderIn(directory).catch((error: unknown) => {
      if (isOfAnother(directory, name, wanted)) return undefined;
      throw error;
    });
    if (header?.name === name && specIdentity(header.spec) === wanted) return directory;
  }
  return undefined;
}

/** Whether the manifest of a run whose log cannot be read says that it was made by another configuration. */
function isOfAnother(directory: string, name: string, wanted: string): boolean {
  const { name: own, config } = manifestIn(directory) ?? {};
  return config !== undefined && (own !== name || specIdentity(config) !== wanted);
}

/** A directory for a new run: `<time>-<name>`, with a number behind it where the second is taken. */
export function newRunDirectory(output: string, name: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const base = join(output, `${time}-${name}`);
  for (let number = 1; ; number++) {
    const directory = number === 1 ? base : `${base}.${number}`;
    if (!existsSync(directory)) return directory;
  }
}

/** The tenth run of a second is newer than the second. */
const timesAndNumbers = once(() => new Intl.Collator("en", { numeric: true }));
export const byTimeAndNumber = (a: string, b: string): number => timesAndNumbers().compare(a, b);

function without(record: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}

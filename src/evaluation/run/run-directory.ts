import { existsSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import { runStores } from "../../store/run-stores.ts";
import { manifestIn } from "../output/run-files.ts";

/**
 * Parts of a configuration that decide how a run is scored and shown, or how much and how fast is
 * asked, but not what: they may change while a run goes on.
 */
const scoringKeys = new Set([
  "targets",
  "references",
  "output",
  "minCoverage",
  "minAnswered",
  "keepGoing",
  "tags",
  "repeats",
  "concurrency",
  "retries",
  "prices",
  "budget",
  "cache",
  "gate",
  "resources",
  "use",
]);
/** Settings of a system that decide how fast it is asked, not what. */
export const systemPaceKeys = new Set([
  "concurrency",
  "timeoutMs",
  "pacing",
  "stream",
  "workers",
  "devices",
  "idleMs",
  "startTimeoutMs",
  "cancelGraceMs",
]);
const taskScoringKeys = new Set([
  "unanswered",
  "slices",
  "metrics",
  "extractors",
  "repeats",
  "labels",
  "second",
  "tables",
]);

const dataScoringKeys = new Set(["corrections"]);

/** The text by which two configurations are the same run. */
export function specIdentity(spec: Json): string {
  if (!isRecord(spec)) return canonicalJson(spec);
  const tasks = Array.isArray(spec.tasks) ? spec.tasks : [];
  const systems = Array.isArray(spec.systems) ? spec.systems : [];
  const graders = Array.isArray(spec.graders) ? { graders: spec.graders.map(askedServers) } : {};
  return canonicalJson({
    ...without(spec, scoringKeys),
    tasks: tasks.map((task) => (isRecord(task) ? askedTask(task) : task)),
    systems: systems.map((system) =>
      isRecord(system) ? askedServers(without(system, systemPaceKeys)) : system,
    ),
    ...graders,
  });
}

/** Which of several servers answer may change: that there are several may not. */
function askedServers(system: unknown): unknown {
  if (!isRecord(system)) return system;
  const lists = ["baseUrl", "url"].filter((name) => Array.isArray(system[name]));
  return { ...system, ...Object.fromEntries(lists.map((name) => [name, []])) };
}

/** Corrections decide what is true, and what is true is asked of no system. */
function askedTask(task: Readonly<Record<string, unknown>>): object {
  const { data } = task;
  return {
    ...without(task, taskScoringKeys),
    ...(isRecord(data) ? { data: without(data, dataScoringKeys) } : {}),
  };
}

/**
 * The newest run of this name with an equal spec, if there is one.
 * @throws {UserError} where a newer one cannot be read and is not known to be of another
 * configuration: starting over would pay for everything again.
 */
export async function findRun(
  output: string,
  name: string,
  spec: Json,
): Promise<string | undefined> {
  const wanted = specIdentity(spec);
  for (const listed of (await runStores.list(output)).filter((entry) =>
    isRunOf(entry.name, name),
  )) {
    const header = await listed.header().catch(async (error: unknown) => {
      if (await isOfAnother(listed.url, name, wanted)) return undefined;
      throw error;
    });
    if (header?.name === name && specIdentity(header.spec) === wanted) return listed.url;
  }
  return undefined;
}

/**
 * Whether a folder is called as runs of this name are: `<time>-<name>`, or with a number behind it.
 */
export function isRunOf(folder: string, name: string): boolean {
  return folder.endsWith(`-${name}`) || folder.includes(`-${name}.`);
}

/**
 * Whether the manifest of a run whose log cannot be read says that it was made by another
 * configuration.
 */
async function isOfAnother(url: string, name: string, wanted: string): Promise<boolean> {
  const { name: own, config } = (await manifestIn(runStores.files(url))) ?? {};
  return config !== undefined && (own !== name || specIdentity(config) !== wanted);
}

/**
 * A directory for a new run: `<time>-<name>`, with a number behind it where the second is taken.
 */
export function newRunDirectory(output: string, name: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const base = join(output, `${time}-${name}`);
  for (let number = 1; ; number++) {
    const directory = number === 1 ? base : `${base}.${number}`;
    if (!existsSync(directory)) return directory;
  }
}

function without(
  record: Readonly<Record<string, unknown>>,
  keys: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}

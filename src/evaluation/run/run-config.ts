import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { leftOutTexts } from "../../config/leave-out-systems.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { Json } from "../../core/json.ts";
import { findById } from "../../core/registry.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { SharedRun } from "../../store/postgres/shared-runs.ts";
import { runStores } from "../../store/run-stores.ts";
import { SharedSystems } from "../../systems/probe/shared-systems.ts";
import { makeGrader, makeSystem } from "../cell/make-system.ts";
import type { RunPlan } from "../estimate/dry-run.ts";
import { tasksThatExport } from "../output/export-results.ts";
import { lendTables } from "../task/lend-tables.ts";
import type { Task } from "../task/open-task.ts";
import { tableFiles, tableReader } from "../task/task-tables.ts";
import { chooseMetrics, chooseTargets } from "./choose-metrics.ts";
import { decisiveFiles } from "./decisive-files.ts";
import { gitCommit } from "./manifest.ts";
import { openTasks } from "./open-tasks.ts";
import { findRun, newRunDirectory, specIdentity } from "./run-directory.ts";
import type { RunResult } from "./run-result.ts";
import { type RunRequest, RunSession, type ShareRequest } from "./run-session.ts";

/**
 * Runs a configuration: finds or starts the run, evaluates what is left, and writes what follows
 * from the log.
 */
export async function runConfig(given: LoadedConfig, request: RunRequest): Promise<RunResult> {
  const { loaded, tasks, output, found } = await openRun(given, request);
  const { config, spec, directory: base } = loaded;
  const commit = gitCommit(base);
  const files = await decisiveFiles(loaded, tasks);
  const origins = Object.fromEntries(
    await Promise.all(tasks.map(async (task) => [task.id, await task.origin()] as const)),
  );
  const begun =
    found || !request.share || request.isNew ? undefined : await sharedRun(request.share, spec);
  const directory =
    found ??
    request.part?.directory ??
    (begun ? join(output, begun.name) : newRunDirectory(output, config.name, new Date()));
  const lending = { directory: base, read: request.part?.readTables ?? tableReader() };
  const warn = warnOnce(request);
  const sessionOn = (store: KeptRun) =>
    new RunSession({
      ...{ loaded, request, tasks, files, origins, directory, output, store, warn },
      gitCommit: commit,
      lend: (task) => lendTables(task, config.tasks.find(({ id }) => id === task.id)!, lending),
    });
  if (found) {
    await using store = await runStores.open(found);
    return await sessionOn(store).run(true);
  }
  let lost: AbortSignal | undefined;
  try {
    const header = {
      schema: "vidimus-run/2" as const,
      name: config.name,
      spec,
      createdAt: begun?.header.createdAt ?? Date.now(),
    };
    await using store = await runStores.create(directory, header);
    lost = store.lost;
    return await sessionOn(store).run(false);
  } catch (error) {
    // A new run that ended in a user's mistake before anything was asked has nothing worth keeping,
    // unless another process writes it now.
    const isOurs = lost !== undefined && !lost.aborted;
    if (error instanceof UserError && isOurs && !(await hasOutcomes(directory)))
      rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** What a run of this configuration would do; nothing is asked. */
export async function planRun(given: LoadedConfig, request: RunRequest): Promise<RunPlan> {
  const { loaded, tasks, found } = await openRun(given, request);
  const { dryRun } = await import("../estimate/dry-run.ts");
  const shared = new SharedSystems();
  const { isOffline } = request;
  // Nobody is asked: a run would be refused for it, and the plan says so.
  const warn = warnOnce(request);
  for (const task of tasks)
    await task.labels(loaded.config.systems.map(({ id }) => id).filter(task.asksSystem));
  return dryRun({
    loaded,
    tasks,
    run: found,
    retry: request.retry,
    makeSystem: (id, task, repeat) =>
      makeSystem(loaded, id, { task, repeat, shared, isOffline, lacksKey: warn, warn }),
    makeGrader: (grader, task) => makeGrader(loaded, grader, { task, isOffline, lacksKey: warn }),
  });
}

interface OpenedRun {
  readonly loaded: LoadedConfig;
  readonly tasks: readonly Task[];
  /** The folder of all runs. */
  readonly output: string;
  /** The run to continue, where there is one. */
  readonly found: string | undefined;
}

async function openRun(given: LoadedConfig, request: RunRequest): Promise<OpenedRun> {
  const note = (text: string) => request.onEvent({ type: "note", text });
  const loaded = withMetrics(given, request.metrics, note);
  const { config, directory: base } = loaded;
  for (const text of leftOutTexts(config)) note(text);
  const onWarning = warnOnce(request);
  const { selection, isOffline, clock } = request;
  const tasks = openTasks(loaded, { selection, isOffline, clock, onWarning, onNote: note });
  for (const { id, kind, settings } of [...config.systems, ...config.graders]) {
    const warning = findById(loaded.registries.systemKinds, kind, "kind of system").warning?.(
      settings,
    );
    if (warning !== undefined) onWarning(`${id}: ${warning}`);
  }
  for (const task of config.tasks) await tableFiles(task, base);
  for (const id of request.exports) tasksThatExport(id, tasks);
  const output = resolve(base, config.output);
  return { loaded, tasks, output, found: await runToContinue(loaded, request, output) };
}

/** A run of this configuration that was begun from another machine. */
async function sharedRun({ database }: ShareRequest, spec: Json): Promise<SharedRun | undefined> {
  const { SharedRuns } = await import("../../store/postgres/shared-runs.ts");
  return new SharedRuns(database).find(specIdentity(spec));
}

/** Reports a warning the first time that it is given. */
function warnOnce({ onEvent }: RunRequest): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) onEvent({ type: "warning", text });
    said.add(text);
  };
}

/**
 * The configuration with the metrics that were asked for in the place of its own; what stands in
 * the log stays as it is.
 */
function withMetrics(
  loaded: LoadedConfig,
  names: readonly string[] | undefined,
  say: (message: string) => void,
): LoadedConfig {
  if (!names) return loaded;
  const { tasks, leftOut } = chooseMetrics(loaded.config.tasks, names, loaded.registries.families);
  for (const id of leftOut) say(`the task "${id}" has none of these metrics and is left out`);
  return {
    ...loaded,
    config: { ...loaded.config, tasks, targets: chooseTargets(loaded.config.targets, tasks) },
  };
}

async function hasOutcomes(directory: string): Promise<boolean> {
  await using store = await runStores.read(directory);
  for await (const { event } of store.events())
    if (event === "outcome" || event === "reply") return true;
  return false;
}

async function runToContinue(
  { config, spec }: LoadedConfig,
  request: RunRequest,
  output: string,
): Promise<string | undefined> {
  const named = request.part ? await existingRun(request.part.directory) : request.run;
  if (named === undefined)
    return request.isNew || request.part ? undefined : findRun(output, config.name, spec);
  if (request.isNew && !request.part)
    throw new UserError(
      "a run to continue and a new one exclude each other",
      "give --run or --new (in the library: run or isNew)",
    );
  const header = await runStores.header(named);
  if (!header) throw new UserError(`no run in ${named}`, "name the folder of a run");
  if (specIdentity(header.spec) !== specIdentity(spec))
    throw new UserError(
      `the run in ${named} was made with another configuration`,
      "name no run to start a new one, or give the configuration it was made with",
    );
  return named;
}

async function existingRun(directory: string): Promise<string | undefined> {
  return (await runStores.header(directory)) ? directory : undefined;
}

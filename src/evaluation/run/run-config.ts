import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { showProgress } from "../../cli/terminal/progress.ts";
import type { SystemConfig } from "../../config/config.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { redactor } from "../../config/redactor.ts";
import type { FrameRef } from "../../core/chat.ts";
import { findById } from "../../core/registry.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { System } from "../../core/system.ts";
import type { SystemJournal } from "../../core/system-kind.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { pathFacts } from "../../datasets/open-source.ts";
import type { FileFacts } from "../../files/content-digest.ts";
import { readRunHeader, runHeaderIn } from "../../store/journal-file.ts";
import { createLocalRun, openLocalRun, readLocalRun } from "../../store/local-run-store.ts";
import { probedSystem } from "../../systems/probe/probed-system.ts";
import { SharedSystems } from "../../systems/probe/shared-systems.ts";
import { modelOpener } from "../cell/model-opener.ts";
import { redactedSystem } from "../cell/redacted.ts";
import { repeatSeed } from "../cell/repeat-seed.ts";
import { dryRun, printPlan } from "../estimate/dry-run.ts";
import { tasksThatExport } from "../output/export-results.ts";
import { lendTables } from "../task/lend-tables.ts";
import { openTask, type Task } from "../task/open-task.ts";
import { rememberedSamples } from "../task/remembered-samples.ts";
import { tableFiles, tableReader } from "../task/task-tables.ts";
import { chooseMetrics, chooseTargets } from "./choose-metrics.ts";
import { gitCommit } from "./manifest.ts";
import { findRun, newRunDirectory, specIdentity } from "./run-directory.ts";
import type { RunResult } from "./run-result.ts";
import { type RunRequest, RunSession } from "./run-session.ts";

/** Runs a configuration: opens its data, finds or starts the run, evaluates what is left, and writes what follows from the log. */
export async function runConfig(given: LoadedConfig, request: RunRequest): Promise<RunResult> {
  using progress = showProgress();
  const loaded = withMetrics(given, request.metrics, (message) => progress.say(message));
  const { config, spec, directory: base } = loaded;
  const warned = new Set<string>();
  const onWarning = (message: string) => {
    if (!warned.has(message)) progress.say(`warning: ${message}`);
    warned.add(message);
  };
  const tasks = config.tasks.map((task) => {
    const opened = openTask(task, {
      directory: base,
      families: loaded.registries.families,
      selection: request.selection,
      seed: config.seed,
      repeats: config.repeats,
      prices: config.prices,
      graders: config.graders,
      systemKinds: loaded.registries.systemKinds,
      isOffline: request.isOffline,
      onWarning,
      onNote: (message) => progress.say(message),
    });
    return { ...opened, samples: rememberedSamples(opened.samples) };
  });
  for (const task of config.tasks) await tableFiles(task, base);
  for (const id of request.exports) tasksThatExport(id, tasks);
  const output = resolve(base, config.output);
  const found = await runToContinue(loaded, request, output);
  const shared = new SharedSystems();
  if (request.isDry) {
    for (const task of tasks) await task.labels(config.systems.map(({ id }) => id).filter(task.asksSystem));
    const plan = await dryRun({
      loaded,
      tasks,
      run: found,
      retry: request.retry,
      makeSystem: (id, task, repeat) => makeSystem(loaded, id, { task, repeat, shared }),
      makeGrader: (grader, task) => makeGrader(loaded, grader, { task, isOffline: request.isOffline }),
    });
    if (!request.part) printPlan(plan, request.json);
    return { interrupted: false, plan };
  }
  const commit = gitCommit(base);
  const files = await factsOf(loaded, tasks);
  const origins = Object.fromEntries(await Promise.all(tasks.map(async (task) => [task.id, await task.origin()] as const)));
  const directory = found ?? request.part?.directory ?? newRunDirectory(output, config.name, new Date());
  const header = { schema: "vidimus-run/1" as const, name: config.name, spec, createdAt: Date.now() };
  const lending = { directory: base, read: request.part?.readTables ?? tableReader() };
  const parts = {
    loaded,
    request,
    tasks,
    files,
    origins,
    directory,
    gitCommit: commit,
    progress,
    lend: (task: Task) => lendTables(task, config.tasks.find(({ id }) => id === task.id)!, lending),
  };
  const sessionOn = (store: RunStore) => {
    const journal = journalOf(store);
    return new RunSession({
      ...parts,
      store,
      makeSystem: (id, task, repeat) => makeSystem(loaded, id, { task, repeat, shared, journal }),
      makeGrader: (grader, task) => makeGrader(loaded, grader, { task, isOffline: request.isOffline, journal }),
    });
  };
  if (found) {
    await using store = await openLocalRun(found);
    return await sessionOn(store).run(true);
  }
  let lost: AbortSignal | undefined;
  try {
    await using store = await createLocalRun(directory, header);
    lost = store.lost;
    return await sessionOn(store).run(false);
  } catch (error) {
    // A new run that ended in a user's mistake before anything was asked has nothing worth keeping, unless another process writes it now.
    const isOurs = lost !== undefined && !lost.aborted;
    if (error instanceof UserError && isOurs && !(await hasOutcomes(directory))) rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** The configuration with the metrics that were asked for in the place of its own; what stands in the log stays as it is. */
function withMetrics(loaded: LoadedConfig, names: readonly string[] | undefined, say: (message: string) => void): LoadedConfig {
  if (!names) return loaded;
  const { tasks, leftOut } = chooseMetrics(loaded.config.tasks, names, loaded.registries.families);
  for (const id of leftOut) say(`the task "${id}" has none of these metrics and is left out`);
  return { ...loaded, config: { ...loaded.config, tasks, targets: chooseTargets(loaded.config.targets, tasks) } };
}

async function hasOutcomes(directory: string): Promise<boolean> {
  await using store = await readLocalRun(directory);
  for await (const { event } of store.events()) if (event === "outcome" || event === "reply") return true;
  return false;
}

async function runToContinue({ config, spec }: LoadedConfig, request: RunRequest, output: string): Promise<string | undefined> {
  const named = request.part ? await existingRun(request.part.directory) : request.run;
  if (named === undefined) return request.isNew || request.part ? undefined : findRun(output, config.name, spec);
  if (request.isNew && !request.part) throw new UserError("--run and --new exclude each other");
  const header = await readRunHeader(named);
  if (specIdentity(header.spec) !== specIdentity(spec))
    throw new UserError(
      `the run in ${named} was made with another configuration`,
      "leave out --run to start a new run, or give the configuration it was made with",
    );
  return named;
}

async function existingRun(directory: string): Promise<string | undefined> {
  return (await runHeaderIn(directory)) ? directory : undefined;
}

interface Making {
  readonly task: Task;
  readonly repeat: number;
  readonly shared: SharedSystems;
  readonly journal?: SystemJournal;
}

async function makeSystem(
  { config, directory, secrets, registries }: LoadedConfig,
  id: string,
  { task, repeat, shared, journal }: Making,
): Promise<System> {
  const ofId = (wanted: string) => config.systems.find((system) => system.id === wanted)!;
  const { kind } = ofId(id);
  const { id: inner, kind: innerKind, settings } = ofId(task.probe?.of ?? id);
  const open = (path: string) => openDataFile(resolve(directory, path));
  const context = {
    id,
    task: task.id,
    family: task.family,
    seed: repeatSeed(config.seed, repeat),
    open,
    frame: async (frame: FrameRef) => (await task.media.open()).bytes(frame),
    file: async (video: FrameRef) => (await task.media.openWhole()).path(video),
    ...(journal ? { journal } : {}),
  };
  const maker = findById(registries.systemKinds, innerKind, "kind of system");
  // As if there were no probe: whoever is first makes it for all.
  const family = () => findById(registries.families, config.tasks.find((one) => one.id === task.id)!.family, "family");
  const made = maker.isShared?.(settings)
    ? await shared.lend(JSON.stringify([task.id, inner]), () => maker.create(settings, { ...context, id: inner, family: family() }))
    : await maker.create(settings, context);
  const system = task.probe ? probedSystem(made, { id, kind, condition: task.probe.condition }) : made;
  return secrets.length === 0 ? system : redactedSystem(system, redactor(secrets));
}

function journalOf(store: RunStore): SystemJournal {
  return {
    notes: async (name) => (await store.notes(name)).map(({ data = null }) => data),
    note: (name, data) => store.append([{ event: "note", note: name, data, at: Date.now() }]),
    async requestIds() {
      const ids = new Set<string>();
      for await (const event of store.events())
        if (event.event === "reply" && event.facts?.requestId !== undefined) ids.add(event.facts.requestId);
      return ids;
    },
  };
}

async function makeGrader(
  { config, directory, secrets, registries }: LoadedConfig,
  { id, kind, settings }: SystemConfig,
  { task, isOffline, journal }: { readonly task: Task; readonly isOffline: boolean | undefined; readonly journal?: SystemJournal },
): Promise<System> {
  const context = {
    id,
    task: task.id,
    family: task.family,
    seed: config.seed,
    open: (path: string) => openDataFile(resolve(directory, path)),
    model: modelOpener(isOffline),
    frame: async (frame: FrameRef) => (await task.media.open()).bytes(frame),
    ...(journal ? { journal } : {}),
  };
  const made = await findById(registries.systemKinds, kind, "kind of system").create(settings, context);
  return secrets.length === 0 ? made : redactedSystem(made, redactor(secrets));
}

/** Size and digest of every file that decides the scores. */
async function factsOf({ config, directory, registries }: LoadedConfig, tasks: readonly Task[]): Promise<Record<string, FileFacts>> {
  const ofSystems = [...config.systems, ...config.graders].flatMap(
    ({ kind, settings }) => findById(registries.systemKinds, kind, "kind of system").files?.(settings) ?? [],
  );
  const facts: Record<string, FileFacts> = {};
  for (const task of tasks) Object.assign(facts, await task.facts());
  for (const path of [...ofSystems, ...config.use]) Object.assign(facts, await pathFacts(resolve(directory, path)));
  return facts;
}

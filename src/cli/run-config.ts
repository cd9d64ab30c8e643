import { join, resolve } from "node:path";
import type { LoadedConfig } from "../config/load-config.ts";
import { redactor } from "../config/redactor.ts";
import { canonicalJson, isRecord, type Json } from "../core/json.ts";
import type { OutcomeKind } from "../core/outcome.ts";
import { findById } from "../core/registry.ts";
import type { RunStore } from "../core/run-store.ts";
import type { System } from "../core/system.ts";
import { UserError } from "../core/user-error.ts";
import { openDataFile } from "../datasets/open-data-file.ts";
import type { Selection } from "../datasets/select-samples.ts";
import { contentDigest, type FileFacts, fileFacts } from "../files/content-digest.ts";
import type { Summary } from "../report/summary.ts";
import { createLocalRun, openLocalRun, readRunHeader } from "../store/local-run-store.ts";
import { dryRun } from "./dry-run.ts";
import { type Evaluated, evaluate } from "./evaluate.ts";
import { exportResults } from "./export-results.ts";
import { onInterrupt } from "./interrupt.ts";
import { manifest } from "./manifest.ts";
import { openTask, type Task } from "./open-task.ts";
import { prepareCell } from "./prepare-cell.ts";
import { printSummary, shortPath } from "./print-summary.ts";
import { type Progress, showProgress } from "./progress.ts";
import { redactedSystem } from "./redacted.ts";
import { registries } from "./registries.ts";
import { findRun, newRunDirectory, specIdentity } from "./run-directory.ts";
import { readSummary, writeManifest, writeSummary } from "./run-files.ts";
import { runLog } from "./run-log.ts";
import type { RunResult } from "./run-result.ts";
import { SamplesCsv } from "./samples-csv.ts";
import { selfCommand } from "./self-command.ts";
import { version } from "./version.ts";

export interface RunRequest {
  readonly configFile: string;
  readonly selection: Selection;
  readonly run: string | undefined;
  readonly isNew: boolean;
  readonly isDry: boolean;
  readonly retry: ReadonlySet<OutcomeKind>;
  readonly exports: readonly string[];
  readonly json: boolean;
}

/** Runs a configuration: opens its data, finds or starts the run, evaluates what is left, and writes what follows from the log. */
export async function runConfig(loaded: LoadedConfig, request: RunRequest): Promise<RunResult> {
  const { config, spec, directory: base } = loaded;
  using progress = showProgress();
  const warned = new Set<string>();
  const onWarning = (message: string) => {
    if (!warned.has(message)) progress.say(`warning: ${message}`);
    warned.add(message);
  };
  const tasks = config.tasks.map((task) => openTask(task, { directory: base, selection: request.selection, seed: config.seed, onWarning }));
  for (const id of request.exports) for (const { family } of tasks) findById(family.exports, id, "export");
  const output = resolve(base, config.output);
  const found = await runToContinue(loaded, request, output);
  if (request.isDry)
    return dryRun({ loaded, tasks, run: found, json: request.json, makeSystem: (id, task) => makeSystem(loaded, id, task) });
  const files = await factsOf(loaded, tasks);
  const directory = found ?? newRunDirectory(output, config.name, new Date());
  const header = { schema: "vidimus-run/1" as const, name: config.name, spec, createdAt: Date.now() };
  await using store = found ? await openLocalRun(found) : await createLocalRun(directory, header);
  return await new Session({ loaded, request, tasks, files, directory, store, progress }).run(found !== undefined);
}

interface SessionParts {
  readonly loaded: LoadedConfig;
  readonly request: RunRequest;
  readonly tasks: readonly Task[];
  readonly files: Readonly<Record<string, FileFacts>>;
  readonly directory: string;
  readonly store: RunStore;
  readonly progress: Progress;
}

/** One start of the program on one run. */
class Session {
  readonly #parts: SessionParts;
  readonly #log: (message: string) => void;
  /** Digests everything that decides the scores: where it is unchanged, a complete run needs no second look. */
  readonly #basis: string;
  #damageTold = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { loaded, request, files, directory } = parts;
    this.#log = runLog(directory, redactor(loaded.secrets));
    const { limit, sample, ids, seed } = request.selection;
    const decisive: Json = { version, spec: loaded.spec, selection: { limit, sample, ids, seed }, files: files as unknown as Json };
    this.#basis = contentDigest(canonicalJson(decisive));
  }

  async run(isContinued: boolean): Promise<RunResult> {
    const { request, directory, progress } = this.#parts;
    this.#log(`${isContinued ? "continued" : "started"}: vidimus ${version}, node ${process.versions.node}`);
    if (isContinued && !request.json) progress.say(`continuing ${shortPath(directory)}`);
    this.#warnOfDamage();
    const known = await this.#finished();
    if (known) return this.#conclude(known);
    using interrupt = onInterrupt((message) => progress.say(message));
    const evaluated = await this.#evaluate(interrupt);
    this.#warnOfDamage();
    if (!evaluated) return this.#left();
    await this.#write(evaluated);
    return this.#conclude(evaluated.summary);
  }

  /** The stored summary of a run that is complete and whose inputs are unchanged. */
  async #finished(): Promise<Summary | undefined> {
    const { request, store, directory } = this.#parts;
    if (request.retry.size > 0 || request.exports.length > 0 || store.damage.length > 0) return undefined;
    const note = (await store.notes("complete")).at(-1);
    if (!isRecord(note?.data) || note.data.basis !== this.#basis) return undefined;
    const stored = readSummary(directory);
    return stored?.basis === this.#basis ? stored.summary : undefined;
  }

  async #evaluate({ stop, abort }: { readonly stop: AbortSignal; readonly abort: AbortSignal }): Promise<Evaluated> {
    const { loaded, request, tasks, directory, store, progress } = this.#parts;
    const { config } = loaded;
    const metrics = [
      ...new Set(
        tasks
          .flatMap(({ family, settings }) => family.metrics(settings.options).filter(({ kind }) => kind !== "corpus"))
          .map(({ id }) => id),
      ),
    ];
    const table = new SamplesCsv(join(directory, "samples.csv"), metrics);
    const { limit, sample, ids } = request.selection;
    const evaluated = await evaluate({
      name: config.name,
      tasks,
      systems: config.systems.map(({ id }) => id),
      prepare: async (id, task) => prepareCell(task, await makeSystem(loaded, id, task), store),
      store,
      asks: true,
      retry: request.retry,
      stop,
      abort,
      progress,
      isWhole: limit === undefined && sample === undefined && ids === undefined,
      onSample: (place, one, marked) => table.add(place, one, marked),
    });
    table.finish();
    return evaluated;
  }

  async #write({ summary, cells }: NonNullable<Evaluated>): Promise<void> {
    const { loaded, request, tasks, files, directory, store } = this.#parts;
    const { config, spec } = loaded;
    const about = {
      name: config.name,
      createdAt: store.header.createdAt,
      spec,
      configDirectory: loaded.directory,
      configFile: request.configFile,
      seed: config.seed,
    };
    writeManifest(directory, manifest({ ...about, tasks, cells, files }));
    writeSummary(directory, { summary, basis: this.#basis });
    const exported = await exportResults({ ids: request.exports, tasks, cells, store, asks: false, directory: join(directory, "exports") });
    for (const path of exported) this.#parts.progress.say(`exported ${shortPath(path)}`);
    if (summary.complete) await store.append([{ event: "note", note: "complete", data: { basis: this.#basis }, at: Date.now() }]);
  }

  #conclude(summary: Summary): RunResult {
    const { request, directory, progress } = this.#parts;
    this.#log(summary.complete ? "complete" : "ended with work left to do");
    progress[Symbol.dispose]();
    printSummary(summary, { json: request.json, directory });
    progress.say(`\nreport   ${shortPath(join(directory, "report.html"))}`);
    progress.say(`samples  ${shortPath(join(directory, "samples.csv"))}`);
    if (!summary.complete) progress.say(`\nwork is left to do; to go on: ${selfCommand} run ${request.configFile}`);
    return { interrupted: false, summary, directory };
  }

  #left(): RunResult {
    const { request, directory, progress } = this.#parts;
    this.#log("interrupted");
    progress.say(`stopped; everything done so far is kept in ${shortPath(directory)}`);
    progress.say(`to go on: ${selfCommand} run ${request.configFile}${request.run ? ` --run ${shortPath(request.run)}` : ""}`);
    return { interrupted: true, directory };
  }

  /** Damage shows when the log is opened or, where the index spared us reading it, when a line is needed. */
  #warnOfDamage(): void {
    const { store, directory, progress } = this.#parts;
    for (const { line, reason } of store.damage.slice(this.#damageTold)) {
      const message = `${shortPath(directory)}/run.jsonl:${line}: damaged and left out: ${reason}`;
      this.#log(`warning: ${message}`);
      progress.say(`warning: ${message}`);
    }
    this.#damageTold = store.damage.length;
  }
}

async function runToContinue({ config, spec }: LoadedConfig, request: RunRequest, output: string): Promise<string | undefined> {
  if (request.run === undefined) return request.isNew ? undefined : findRun(output, config.name, spec);
  if (request.isNew) throw new UserError("--run and --new exclude each other");
  const header = await readRunHeader(request.run);
  if (specIdentity(header.spec) !== specIdentity(spec))
    throw new UserError(
      `the run in ${request.run} was made with another configuration`,
      "leave out --run to start a new run, or give the configuration it was made with",
    );
  return request.run;
}

async function makeSystem({ config, directory, secrets }: LoadedConfig, id: string, task: Task): Promise<System> {
  const { kind, settings } = config.systems.find((system) => system.id === id)!;
  const open = (path: string) => openDataFile(resolve(directory, path));
  const context = { id, task: task.id, family: task.family, seed: config.seed, open };
  const system = await findById(registries.systemKinds, kind, "kind of system").create(settings, context);
  return secrets.length === 0 ? system : redactedSystem(system, redactor(secrets));
}

/** Size and digest of every file that decides the scores. */
async function factsOf({ config, directory }: LoadedConfig, tasks: readonly Task[]): Promise<Record<string, FileFacts>> {
  const ofSystems = config.systems.flatMap(
    ({ kind, settings }) => findById(registries.systemKinds, kind, "kind of system").files?.(settings) ?? [],
  );
  const paths = new Set([...tasks.flatMap(({ files }) => files), ...ofSystems.map((path) => resolve(directory, path))]);
  const facts: Record<string, FileFacts> = {};
  for (const path of paths)
    facts[path] = await fileFacts(path).catch(() => {
      throw new UserError(`no such file: ${path}`);
    });
  return facts;
}

import { basename, join } from "node:path";
import type { LoadedConfig } from "../../config/load-config.ts";
import { redactor } from "../../config/redactor.ts";
import type { SpentBudget } from "../../core/asking/budget.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import type { Cell } from "../../engine/cell.ts";
import type { EmbeddingMemo } from "../../engine/embedding-memo.ts";
import type { SystemHealth } from "../../engine/health-watch.ts";
import { contentDigest, type FileFacts } from "../../files/content-digest.ts";
import type { Database } from "../../store/postgres/database.ts";
import type { Summary } from "../../summary/summary.ts";
import type { CellPlan } from "../cell/evaluate-cell.ts";
import { embeddingCache, replyCache } from "../cell/reply-cache.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { type ActivityClock, timedAsks } from "../machine/activity-clock.ts";
import { type RunWatch, watchMachine, withMachine } from "../machine/watch-machine.ts";
import { AskingFile } from "../monitor/asking-file.ts";
import { exportFailures, exportResults } from "../output/export-results.ts";
import { believedSummary, writeManifest } from "../output/run-files.ts";
import type { Coordinator } from "../share/coordinator.ts";
import { closing } from "../task/closing.ts";
import { withDataChanges } from "../task/data-changes.ts";
import { type MediaStateReader, mediaState, mediaStateReader } from "../task/media-state.ts";
import type { Task } from "../task/open-task.ts";
import type { TableReader } from "../task/task-tables.ts";
import { version } from "../version.ts";
import { cellPreparer } from "./cell-preparer.ts";
import { damageText } from "./damage-text.ts";
import { type Evaluated, type Evaluation, evaluateTasks } from "./evaluate-tasks.ts";
import { healthText } from "./health-text.ts";
import { manifest } from "./manifest.ts";
import { runLog } from "./run-log.ts";
import type { RunResult } from "./run-result.ts";
import { spentIn, sumSpent } from "./run-spending.ts";
import { selectionText } from "./selection-text.ts";
import { withSettings } from "./with-settings.ts";
import { type ResultWriter, resultWriter } from "./write-results.ts";

export interface RunRequest {
  readonly selection: Selection;
  /** Names of the metrics to compute, whatever tasks say; as they say if absent. */
  readonly metrics?: readonly string[] | undefined;
  /** Set where the run is a row of a matrix. */
  readonly part?: RunPart | undefined;
  readonly run: string | undefined;
  readonly isNew: boolean;
  /** Whether anything that would be fetched is an error; as the environment says if undefined. */
  readonly isOffline?: boolean | undefined;
  readonly retry: ReadonlySet<OutcomeKind>;
  readonly exports: readonly string[];
  /** What to type to get the same, for those who read the results. */
  readonly command: string;
  /** Set where workers ask the systems. */
  readonly share?: ShareRequest | undefined;
  /** Told what the run spends its time on. */
  readonly clock?: ActivityClock | undefined;
  readonly onEvent: OnEvent;
  /** Called when there is something to interrupt; never if absent. */
  interrupt?(): Interrupt;
}

/** A run whose systems are asked by workers. */
export interface ShareRequest {
  readonly database: Database;
  /** Whether it starts workers of its own. */
  readonly hasWorkers: boolean;
  /** Starts workers on this machine once there is work; they are stopped when it is disposed of. */
  startWorkers(run: string): AsyncDisposable;
}

/**
 * The signals by which a run is left: `stop` takes no more work, `abort` ends what is in flight.
 */
export interface Interrupt extends Disposable {
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
}

const never = new AbortController().signal;
const noInterrupt: Interrupt = { stop: never, abort: never, [Symbol.dispose]: () => undefined };

/** A run that is part of something larger, which tells how it ended. */
interface RunPart {
  /** The directory of the run, whether or not it is there already. */
  readonly directory: string;
  /** Embeddings that all parts share. */
  readonly embeddings: EmbeddingMemo;
  /** Reads tables that parts name in common once. */
  readonly readTables: TableReader;
  /** What the other parts have cost, which spend from the same budget. */
  readonly spentBeside: () => ReturnType<typeof spentIn>;
  readonly onScored: NonNullable<Evaluation["onScored"]>;
}

interface SessionParts {
  readonly loaded: LoadedConfig;
  readonly request: RunRequest;
  readonly tasks: readonly Task[];
  readonly files: Readonly<Record<string, FileFacts>>;
  /** What the samples of each task were read from, by task. */
  readonly origins: Readonly<Record<string, Json>>;
  readonly directory: string;
  /** The folder of all runs. */
  readonly output: string;
  readonly gitCommit: Promise<string | null>;
  readonly store: KeptRun;
  /** The task with its tables, which are read only where there is anything to score. */
  lend(task: Task): Promise<Task>;
  /** Reports a warning the first time that it is given. */
  warn(text: string): void;
}

/**
 * One start of the program on one run: evaluates what is left and writes what follows from the log.
 */
export class RunSession {
  readonly #parts: SessionParts;
  readonly #log: (message: string) => void;
  /**
   * Digests everything that decides the scores: where it is unchanged, a complete run needs no
   * second look.
   */
  readonly #basis: string;
  /**
   * How the media lay before they were shown, by task; only of tasks whose media some system sees,
   * or whose samples may be as long as these.
   */
  readonly #media = new Map<string, MediaStateReader>();
  #results: ResultWriter | undefined;
  #coordinated: Coordinator | undefined;
  #damageTold = 0;
  #tasks: readonly Task[];

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#tasks = parts.tasks;
    const { loaded, request, files, directory } = parts;
    this.#log = runLog(directory, redactor(loaded.secrets));
    const { limit, sample, ids, fast, seed, shard } = request.selection;
    const selection = {
      ...{ limit, sample, ids, fast, seed, metrics: request.metrics },
      ...(shard ? { shard: { ...shard } } : {}),
    };
    const decisive: Json = {
      version,
      spec: loaded.spec,
      selection,
      files: files as unknown as Json,
    };
    this.#basis = contentDigest(canonicalJson(decisive));
  }

  async run(isContinued: boolean): Promise<RunResult> {
    const { request, directory, store } = this.#parts;
    await using _tasks = closing(this.#parts.tasks);
    this.#log(
      `${isContinued ? "continued" : "started"}: vidimus ${version}, node ${process.versions.node}`,
    );
    request.onEvent({
      type: "started",
      directory,
      isContinued,
      row: request.part ? basename(directory) : null,
    });
    this.#warnOfDamage();
    const known = await this.#finished();
    if (known) return this.#conclude(known);
    const { config, directory: base } = this.#parts.loaded;
    using watch = watchMachine({ config, base, store, onEvent: request.onEvent });
    const watching = {
      store: this.#parts.store,
      selection: request.selection,
      notes: true,
      say: (text: string) => request.onEvent({ type: "note", text }),
    };
    this.#tasks = await Promise.all(
      this.#parts.tasks.map(async (task) =>
        withDataChanges(await this.#parts.lend(task), watching),
      ),
    );
    await this.#writeManifest([]);
    using interrupt = request.interrupt?.() ?? noInterrupt;
    using asking = new AskingFile(directory);
    const onEvent: OnEvent = (event) => {
      asking.note(event);
      request.onEvent(event);
    };
    await using coordinator = request.share && (await this.#coordinator(request.share, onEvent));
    this.#coordinated = coordinator;
    const evaluated = await this.#evaluate(interrupt, onEvent).catch((error: unknown) => {
      this.#log(`ended by an error: ${error instanceof Error ? error.message : String(error)}`);
      throw store.lost?.aborted ? store.lost.reason : error;
    });
    this.#warnOfDamage();
    if (!evaluated) {
      await watch.record(this.#tasks);
      return this.#left();
    }
    using _writing = request.clock?.begin("writing");
    const summary = await this.#write(evaluated, watch);
    return this.#conclude(summary, evaluated.spentBudget);
  }

  async #coordinator(
    { database, hasWorkers }: ShareRequest,
    onEvent: OnEvent,
  ): Promise<Coordinator> {
    const { Coordinator: Shared } = await import("../share/coordinator.ts");
    const { loaded, request, files, store, output } = this.#parts;
    const { selection, retry, isOffline } = request;
    return Shared.open({
      ...{ database, loaded, files, store, output, hasWorkers },
      ...{ selection, retry, isOffline, onEvent },
    });
  }

  /** Has workers ask the systems, those of this machine among them. */
  async #distribute(
    coordinator: Coordinator,
    rows: readonly CellPlan[],
    stop: AbortSignal,
  ): Promise<void> {
    await using _workers = this.#parts.request.share?.startWorkers(coordinator.name);
    await coordinator.distribute(rows, stop);
  }

  /** The stored summary of a run that is complete and whose inputs are unchanged. */
  async #finished(): Promise<Summary | undefined> {
    const { request, store } = this.#parts;
    if (request.retry.size > 0 || request.exports.length > 0 || store.damage.length > 0)
      return undefined;
    const note = (await store.notes("complete")).at(-1);
    if (!isRecord(note?.data) || note.data.basis !== this.#basis) return undefined;
    for (const task of this.#parts.tasks) {
      const before = isRecord(note.data.media) ? note.data.media[task.id] : undefined;
      if (before !== undefined && before !== (await mediaState(task))) return undefined;
    }
    const { stored } = await believedSummary(store.files);
    return stored?.basis === this.#basis ? stored.summary : undefined;
  }

  async #evaluate({ stop, abort }: Interrupt, onEvent: OnEvent): Promise<Evaluated> {
    const { loaded, request, store } = this.#parts;
    const { config } = loaded;
    const tasks = this.#tasks;
    const onTrouble = (text: string) => request.onEvent({ type: "warning", text });
    using cache = replyCache(config, onTrouble);
    using keptEmbeddings = embeddingCache(config, onTrouble);
    const beside = (await request.part?.spentBeside()) ?? {};
    const before =
      config.budget === undefined ? {} : sumSpent([await spentIn(store, config.prices), beside]);
    const lost = store.lost ? [store.lost] : [];
    const stopped = AbortSignal.any([stop, ...lost]);
    const systems = config.systems.map(({ id }) => id);
    const results = await resultWriter(store, "all", tasks);
    this.#results = results;
    const coordinator = this.#coordinated;
    const prepare = cellPreparer(loaded, {
      ...{ store, isOffline: request.isOffline, onEvent: request.onEvent, onLog: this.#log },
      signal: AbortSignal.any([stop, abort, ...lost]),
      warn: this.#parts.warn,
      // Workers have the keys.
      ...(coordinator ? { lacksKey: () => undefined } : {}),
    });
    const evaluated = await evaluateTasks({
      name: config.name,
      directory: loaded.directory,
      tasks,
      systems,
      prepare: async (id, given) => {
        const prepared = await prepare(id, given);
        if (given.family.data.lengths || prepared.cells.some(({ media }) => media))
          this.#media.set(given.id, mediaStateReader(given));
        return prepared;
      },
      asking: {
        ...config,
        cache,
        before,
        embeddings: request.part?.embeddings,
        keptEmbeddings,
        onAsk: request.clock && timedAsks(request.clock, config),
        onHealth: (health) => this.#sayHealth(health),
      },
      clock: request.clock,
      keepsGoing: config.keepGoing,
      ...(coordinator
        ? { distribute: (rows) => this.#distribute(coordinator, rows, stopped) }
        : {}),
      store,
      asks: true,
      retry: request.retry,
      stop: stopped,
      abort: AbortSignal.any([abort, ...lost]),
      onEvent,
      onRead: (task, batch) => this.#media.get(task.id)?.add(batch),
      selection: selectionText(request.selection),
      onSample: results.onSample,
      onScored: (...scored) => {
        results.onScored(...scored);
        request.part?.onScored(...scored);
      },
    });
    if (store.lost?.aborted) throw store.lost.reason;
    if (!evaluated) results.discard();
    return evaluated;
  }

  async #writeManifest(cells: readonly Cell[]): Promise<void> {
    const { loaded, request, files, origins, directory, store } = this.#parts;
    const text = manifest({
      name: loaded.config.name,
      createdAt: store.header.createdAt,
      spec: loaded.spec,
      directory,
      configDirectory: loaded.directory,
      gitCommit: await this.#parts.gitCommit,
      command: request.command,
      selection: request.selection,
      metrics: request.metrics,
      seed: loaded.config.seed,
      tasks: this.#tasks,
      cells,
      files,
      origins,
    });
    await writeManifest(store.files, text);
  }

  /** Writes what follows from the log. Tables and pictures count as use of the machine too. */
  async #write(
    { summary: scored, cells, hasLeftovers }: NonNullable<Evaluated>,
    watch: RunWatch,
  ): Promise<Summary> {
    const { request, directory, store, loaded } = this.#parts;
    await this.#writeManifest(cells);
    await this.#results?.writeSamples(scored);
    await watch.record(this.#tasks);
    const measured = await withMachine(scored, store);
    const summary = withSettings(measured, loaded.config, this.#tasks);
    if (summary.complete) {
      const media = Object.fromEntries(
        [...this.#media].map(([task, reader]) => [task, reader.finish()]),
      );
      await store.append([
        { event: "note", note: "complete", data: { basis: this.#basis, media }, at: Date.now() },
      ]);
    }
    await this.#results?.write(summary, hasLeftovers ? "" : this.#basis);
    const target = join(directory, "exports");
    const paths = await exportResults({
      ids: request.exports,
      tasks: this.#tasks,
      cells,
      summary,
      failures: exportFailures(summary, this.#tasks),
      store,
      asks: false,
      directory: target,
    });
    if (paths.length > 0) request.onEvent({ type: "exported", directory: target, paths });
    return summary;
  }

  #conclude(summary: Summary, spentBudget?: SpentBudget): RunResult {
    const { directory } = this.#parts;
    const why = spentBudget ? `: the budget of ${spentBudget.budget} USD is spent` : "";
    this.#log(summary.complete ? "complete" : `ended with work left to do${why}`);
    return { interrupted: false, summary, directory, spentBudget };
  }

  #left(): RunResult {
    this.#log("interrupted");
    return { interrupted: true, directory: this.#parts.directory };
  }

  #sayHealth(health: SystemHealth): void {
    const text = healthText(health, Date.now());
    this.#log(text);
    this.#parts.request.onEvent({ type: "health", ...health, text });
  }

  /**
   * Damage shows when the log is opened or, where the index spared us reading it, when a line is
   * needed.
   */
  #warnOfDamage(): void {
    const { store, request } = this.#parts;
    const text = damageText(store.damage.slice(this.#damageTold), store.logName);
    this.#damageTold = store.damage.length;
    if (text === undefined) return;
    this.#log(`warning: ${text}`);
    request.onEvent({ type: "warning", text });
  }
}

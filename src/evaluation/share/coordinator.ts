import { relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { LoadedConfig } from "../../config/load-config.ts";
import { canonicalJson, type Json } from "../../core/json.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { OutcomeEvent } from "../../core/run/run-event.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import type { Chunk, SharedRunStore } from "../../core/run/shared-run-store.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import type { Cell } from "../../engine/cell.ts";
import { contentDigest, type FileFacts } from "../../files/content-digest.ts";
import type { Database } from "../../store/postgres/database.ts";
import { type SharedRun, SharedRuns } from "../../store/postgres/shared-runs.ts";
import { silenceSeconds, WorkerRegistry } from "../../store/postgres/worker-registry.ts";
import { noteStop } from "../cell/stop-note.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { specIdentity } from "../run/run-directory.ts";
import type { Task } from "../task/open-task.ts";
import { version } from "../version.ts";
import { isAskedElsewhere } from "./asked-elsewhere.ts";
import { LogMirror } from "./log-mirror.ts";
import { planChunks } from "./plan-chunks.ts";
import { plannedCell, portableFiles, type SharedPlan } from "./shared-plan.ts";
import { SharedProgress } from "./shared-progress.ts";

export interface CoordinatorOptions {
  readonly database: Database;
  readonly loaded: LoadedConfig;
  readonly selection: Selection;
  /** Settled work with these outcomes is done again. */
  readonly retry: ReadonlySet<OutcomeKind>;
  readonly isOffline: boolean | undefined;
  readonly onEvent: OnEvent;
  readonly files: Readonly<Record<string, FileFacts>>;
  /** The run on this machine, and the folder that it is in with others. */
  readonly store: KeptRun;
  readonly output: string;
  /** Whether workers are started on this machine too. */
  readonly hasWorkers: boolean;
}

/** A system on a task, as it is ready to be asked. */
interface Row {
  readonly task: Task;
  readonly cells: readonly Cell[];
}

/** How often workers are looked at. */
const lookMs = 1_000;
/** After so many looks without a worker, people are told. */
const looksAlone = 3;
/** The same where some are being started here. */
const looksBeside = 30;
/** So long no worker must be able to go on before the rest is left, where workers are started here … */
const ownPatienceMs = 5_000;
/** … and where they come from elsewhere, and others may be on their way. */
const patienceMs = 60_000;
/** Chunks that are offered at a time. */
const offered = 1_000;

/**
 * Puts the work of a run into a database, copies what workers make of it to the log on this machine
 * as it comes, and ends when all is done or nobody can go on.
 */
export class Coordinator implements AsyncDisposable {
  readonly #options: CoordinatorOptions;
  readonly #runs: SharedRuns;
  readonly #run: SharedRun;
  readonly #shared: SharedRunStore;
  readonly #mirror: LogMirror;

  private constructor(
    options: CoordinatorOptions,
    { run, shared, mirror }: { run: SharedRun; shared: SharedRunStore; mirror: LogMirror },
  ) {
    this.#options = options;
    this.#runs = new SharedRuns(options.database);
    this.#run = run;
    this.#shared = shared;
    this.#mirror = mirror;
  }

  /** Finds or creates the run in the database, and copies what is there already. */
  static async open(options: CoordinatorOptions): Promise<Coordinator> {
    const { database, store, output, loaded } = options;
    const runs = new SharedRuns(database);
    const name = relative(output, store.files.directory).split(sep).join("/");
    const run = await runs.create(name, store.header, specIdentity(loaded.spec));
    const shared = await runs.open(run);
    const mirror = await LogMirror.open(shared, store, name);
    await mirror.catchUp(never);
    return new Coordinator(options, { run, shared, mirror });
  }

  /** What the run is called in the database. */
  get name(): string {
    return this.#run.name;
  }

  /** Has all work done by workers, as far as they can; leaves when `stop` is aborted. */
  async distribute(rows: readonly Row[], stop: AbortSignal): Promise<void> {
    const asked = rows.filter(isAskedElsewhere);
    if (asked.length === 0 || stop.aborted) return;
    await this.#mirror.share();
    await this.#plan(asked);
    const repeats = new Map(asked.map(({ cells }) => [cells[0]!.system.id, cells.length]));
    const progress = new SharedProgress(this.#shared, repeats, this.#options.onEvent);
    const end = new AbortController();
    const left = AbortSignal.any([stop, end.signal]);
    const onOutcomes = (outcomes: readonly OutcomeEvent[]) => progress.add(outcomes);
    const copying = this.#mirror.follow(left, onOutcomes);
    try {
      await this.#wait(asked, progress, stop);
    } finally {
      end.abort();
      await copying;
    }
    await this.#runs.setState(this.#run, stop.aborted ? "paused" : "ended");
    await this.#mirror.catchUp(never, onOutcomes);
    await progress.report();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shared[Symbol.asyncDispose]();
  }

  /** Offers what is left to do, unless it was offered already and the coordinator had died. */
  async #plan(rows: readonly Row[]): Promise<void> {
    const { store, retry } = this.#options;
    const plan = this.#planOf(rows);
    const [now] = await this.#runs.list({ name: this.#run.name });
    const before = now?.plan as SharedPlan | undefined;
    const isGoingOn = now?.state === "open" || now?.state === "paused";
    if (isGoingOn && before?.basis === plan.basis && retry.size === 0) {
      await this.#runs.plan(this.#run, plan, "open");
      return;
    }
    await this.#runs.plan(this.#run, plan, "planning");
    await this.#shared.withdraw();
    const waiting: Chunk[] = [];
    for await (const chunk of interleaved(
      rows.map(({ task: { samples }, cells }) => planChunks({ samples, cells, store, retry })),
    )) {
      waiting.push(chunk);
      if (waiting.length >= offered) await this.#shared.offer(waiting.splice(0));
    }
    await this.#shared.offer(waiting);
    await this.#runs.setState(this.#run, "open");
  }

  #planOf(rows: readonly Row[]): SharedPlan {
    const { loaded, files, selection, isOffline, retry } = this.#options;
    const cells = rows.flatMap((row) => row.cells.map(plannedCell));
    const portable = portableFiles(files, loaded.directory);
    const decisive = { version, selection, files: portable, cells } as unknown as Json;
    return {
      schema: "vidimus-plan/1",
      basis: contentDigest(canonicalJson(JSON.parse(JSON.stringify(decisive)) as Json)),
      version,
      spec: loaded.spec,
      base: loaded.directory,
      selection,
      retry: [...retry],
      isOffline: isOffline ?? null,
      files: portable,
      cells,
    };
  }

  async #wait(rows: readonly Row[], progress: SharedProgress, stop: AbortSignal): Promise<void> {
    const { database, onEvent, store } = this.#options;
    const registry = new WorkerRegistry(database);
    const unfit = new Set<string>();
    let stuckSince: number | undefined;
    let aloneFor = 0;
    const patience = this.#options.hasWorkers ? ownPatienceMs : patienceMs;
    while (!stop.aborted) {
      const lookedAt = performance.now();
      const all = (await registry.list()).filter(
        ({ silentSeconds, run }) => silentSeconds < silenceSeconds && run === this.#run.name,
      );
      for (const { name, refused } of all)
        if (refused[""] !== undefined && !unfit.has(name)) {
          unfit.add(name);
          onEvent({
            type: "warning",
            text: `worker ${name} cannot work on this run: ${refused[""]}`,
          });
        }
      const workers = all.filter(({ refused }) => refused[""] === undefined);
      const { isDone, left } = await progress.report(workers);
      const tookMs = performance.now() - lookedAt;
      if (isDone) return;
      aloneFor = workers.length === 0 ? aloneFor + 1 : 0;
      if (aloneFor === (this.#options.hasWorkers ? looksBeside : looksAlone))
        onEvent({
          type: "note",
          text: `waiting for workers: vidimus worker --store … (the run is ${this.#run.name})`,
        });
      const reasons = new Map(left.map((one) => [one.system, refusalOf(one.system, workers)]));
      const isStuck =
        workers.length > 0 &&
        left.every(({ system, held }) => held === 0 && reasons.get(system) !== undefined);
      stuckSince = isStuck ? (stuckSince ?? performance.now()) : undefined;
      if (stuckSince !== undefined && performance.now() - stuckSince > patience) {
        for (const { task, cells } of rows) {
          const system = cells[0]!.system.id;
          await noteStop({ task: task.id, system }, reasons.get(system), store);
        }
        for (const [system, reason] of reasons)
          onEvent({
            type: "warning",
            text: `no worker can ask the system "${system}": ${reason}`,
          });
        return;
      }
      // Counting millions of samples must not keep the database from its work.
      await setTimeout(Math.max(lookMs, 9 * tookMs), undefined, { signal: stop }).catch(
        () => undefined,
      );
    }
  }
}

const never = new AbortController().signal;

/** Why none of the workers can ask a system; `undefined` where one can. */
function refusalOf(
  system: string,
  workers: readonly { readonly refused: Readonly<Record<string, string>> }[],
): string | undefined {
  const reasons = workers.map(({ refused }) => refused[system]);
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

/** One of each in turn: the systems of a task go on side by side, and near the same videos. */
async function* interleaved<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  for (let left = [...sources]; left.length > 0; ) {
    const still: AsyncGenerator<T>[] = [];
    for (const source of left) {
      const { done, value } = await source.next();
      if (done) continue;
      still.push(source);
      yield value;
    }
    left = still;
  }
}

import type { LoadedConfig } from "../../config/load-config.ts";
import { loadSpec } from "../../config/load-spec.ts";
import { redactor } from "../../config/redactor.ts";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import { noAnswer, type OutcomeKind } from "../../core/run/outcome.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import {
  type Claim,
  type ClaimedChunk,
  ClaimLost,
  type SharedRunStore,
} from "../../core/run/shared-run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { Cell } from "../../engine/cell.ts";
import { cellWork, outcomeEvent } from "../../engine/cell-work.ts";
import type { Dispatcher } from "../../engine/dispatcher.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import { runCells } from "../../engine/run-cell.ts";
import { workKeyOf } from "../../engine/work-keys.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { DatabaseSilent } from "../../store/postgres/database.ts";
import type { SharedAsking } from "../asking/shared/shared-asking.ts";
import { makeDispatcher } from "../cell/make-dispatcher.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { loadRegistries } from "../extend/load-registries.ts";
import { cellPreparer } from "../run/cell-preparer.ts";
import { decisiveFiles } from "../run/decisive-files.ts";
import { healthText } from "../run/health-text.ts";
import { openTasks } from "../run/open-tasks.ts";
import { closing } from "../task/closing.ts";
import type { Task } from "../task/open-task.ts";
import { SamplePlaces } from "./sample-places.ts";
import { checkCell, checkFiles, portableFiles, type SharedPlan } from "./shared-plan.ts";

export interface WorkerRunOptions {
  readonly plan: SharedPlan;
  readonly store: SharedRunStore;
  /** Where the folder of the configuration is on this machine. */
  readonly base: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onEvent: OnEvent;
  /** Takes no more samples up. */
  readonly stop: AbortSignal;
  /** Ends what is in flight. */
  readonly abort: AbortSignal;
  /** How systems are asked together with the other workers. */
  asking(loaded: LoadedConfig): Promise<SharedAsking>;
}

/** After so many deaths the samples of a chunk are worked on one by one … */
const carefulAfter = 2;
/** … and one that so many workers died with alone is given up: one may have died of something else. */
const hopelessAfter = 2;

/** A system on a task, ready to be asked. */
interface Desk {
  readonly task: Task;
  readonly cells: readonly Cell[];
  readonly places: SamplePlaces;
}

/** What one worker needs to work on a run: its own configuration, data and systems. */
export class WorkerRun implements AsyncDisposable {
  readonly #options: WorkerRunOptions;
  readonly #tasks: readonly Task[];
  readonly #prepare: ReturnType<typeof cellPreparer>;
  readonly #asking: SharedAsking;
  readonly #dispatcher: Dispatcher;
  readonly #retry: ReadonlySet<OutcomeKind>;
  readonly #desks = new Map<string, Promise<Desk>>();
  /** By system, and then by how samples ended. */
  readonly #outcomes = new Map<string, Record<string, number>>();
  readonly #redact: (text: string) => string;
  #settled = 0;

  private constructor(options: WorkerRunOptions, { loaded, tasks, asking }: Opened) {
    this.#options = options;
    this.#tasks = tasks;
    this.#asking = asking;
    const { stop, abort, store, plan, onEvent } = options;
    this.#redact = redactor(loaded.secrets);
    const warn = (text: string) => onEvent({ type: "warning", text: this.#redact(text) });
    this.#retry = new Set(plan.retry);
    this.#prepare = cellPreparer(loaded, {
      ...{ store, onEvent, warn, isOffline: plan.isOffline ?? undefined },
      signal: AbortSignal.any([stop, abort]),
      onLog: () => undefined,
    });
    this.#dispatcher = makeDispatcher(
      {
        ...loaded.config,
        cache: asking.cache,
        ...asking,
        onHealth: (health) =>
          onEvent({ type: "health", ...health, text: healthText(health, Date.now()) }),
      },
      { stop, abort },
    );
  }

  /** @throws {UserError} where this machine has not what the coordinator has. */
  static async open(options: WorkerRunOptions): Promise<WorkerRun> {
    const { plan, base, environment, onEvent } = options;
    const loaded = await loadSpec(plan.spec, {
      loadRegistries,
      set: [],
      environment,
      directory: base,
    });
    const tasks = openTasks(loaded, {
      selection: plan.selection,
      isOffline: plan.isOffline ?? undefined,
      onWarning: (text) => onEvent({ type: "warning", text }),
      onNote: () => undefined,
    });
    checkFiles(plan, portableFiles(await decisiveFiles(loaded, tasks), base));
    return new WorkerRun(options, { loaded, tasks, asking: await options.asking(loaded) });
  }

  /** Samples that were brought to an end here. */
  get settled(): number {
    return this.#settled;
  }

  /** Reports what was done here, and how systems are asked. */
  report(): void {
    if (this.#settled === 0) return;
    const systems = [...this.#outcomes].map(([system, outcomes]) => {
      const settled = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
      return {
        ...{ system, settled, settledNow: settled, expected: settled, isGrowing: true },
        outcomes: { ...outcomes },
      };
    });
    const asking = this.#dispatcher.figures();
    this.#options.onEvent({ type: "progress", noun: "samples", systems, asking });
  }

  /**
   * Does what a claim holds. Resolves to why systems cannot be asked here any more, by their ids:
   * their samples are left to others.
   * @throws {ClaimLost} where another worker has taken it over.
   */
  async do(claim: Claim, lost: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const refused = new Map<string, string>();
    const groups = Map.groupBy(claim.chunks, ({ task, system }) => JSON.stringify([task, system]));
    const doing = [...groups.values()].map(async (chunks) => {
      const { task, system } = chunks[0]!;
      try {
        const desk = await this.#desk(task, system);
        await this.#doChunks(desk, chunks, { claim, lost });
        const reason = this.#dispatcher.refusal(desk.cells[0]!.system);
        if (reason !== undefined) refused.set(system, reason);
      } catch (error) {
        if (isOfTheRun(error)) throw error;
        refused.set(system, this.#redact(error instanceof Error ? error.message : String(error)));
      }
    });
    const ended = await Promise.allSettled(doing);
    const failure = ended.find((one) => one.status === "rejected");
    if (failure) throw failure.reason;
    return refused;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const desks = await Promise.allSettled(this.#desks.values());
    const cells = desks.flatMap((desk) => (desk.status === "fulfilled" ? desk.value.cells : []));
    const systems = new Set(
      cells.flatMap(({ system, helpers }) => [system, ...Object.values(helpers)]),
    );
    await Promise.allSettled([...systems].map((system) => system[Symbol.asyncDispose]?.()));
    await Promise.allSettled([closing(this.#tasks)[Symbol.asyncDispose]()]);
    await this.#asking[Symbol.asyncDispose]();
  }

  #desk(taskId: string, system: string): Promise<Desk> {
    const name = JSON.stringify([taskId, system]);
    const known = this.#desks.get(name);
    if (known) return known;
    const made = this.#makeDesk(taskId, system);
    this.#desks.set(name, made);
    return made;
  }

  async #makeDesk(taskId: string, system: string): Promise<Desk> {
    const given = this.#tasks.find(({ id }) => id === taskId);
    if (!given) throw new UserError(`the configuration has no task "${taskId}"`);
    const { task, cells } = await this.#prepare(system, given);
    for (const cell of cells) checkCell(this.#options.plan, cell);
    return { task, cells, places: new SamplePlaces(task.samples) };
  }

  async #doChunks(desk: Desk, chunks: readonly ClaimedChunk[], held: Held): Promise<void> {
    const usual = chunks.filter((chunk) => !needsCare(chunk));
    if (usual.length > 0) await this.#ask(desk, samplesOf(desk, usual), held);
    for (const chunk of chunks.filter(needsCare)) await this.#doCarefully(desk, chunk, held);
  }

  async #doCarefully(desk: Desk, chunk: ClaimedChunk, held: Held): Promise<void> {
    const { store, stop } = this.#options;
    for (let place = chunk.from; place < chunk.to; place++) {
      if (held.lost.aborted || stop.aborted) return;
      const one = { ...chunk, from: place, to: place + 1 };
      if (isHopeless(chunk, place)) await this.#giveUp(desk, one, held);
      else {
        await store.tries(held.claim, place);
        await this.#ask(desk, samplesOf(desk, [one]), held);
      }
    }
  }

  async #ask({ cells }: Desk, samples: SampleBatches, { claim, lost }: Held): Promise<void> {
    const { store, stop, abort } = this.#options;
    await runCells(cells, samples, {
      store: heldStore(store, claim),
      digest: contentDigest,
      clock: Date.now,
      dispatcher: this.#dispatcher,
      stop: AbortSignal.any([stop, lost]),
      lost,
      abort,
      retry: this.#retry,
      asks: true,
      onSettled: ({ isNew, outcome, cell }) => {
        if (!isNew) return;
        this.#settled++;
        const counts = this.#outcomes.get(cell.system.id) ?? {};
        this.#outcomes.set(cell.system.id, counts);
        const kind = outcome?.kind ?? "pending";
        counts[kind] = (counts[kind] ?? 0) + 1;
      },
    });
  }

  /** Records a sample as failed that workers die with, so that the rest can go on. */
  async #giveUp(
    { cells, places }: Desk,
    chunk: ClaimedChunk,
    { claim }: Pick<Held, "claim">,
  ): Promise<void> {
    const { store } = this.#options;
    const planned = (await places.between(chunk.from, chunk.to))[0]!;
    const outcome = noAnswer("failed", deathsText(chunk));
    for (const cell of cells) {
      const key = workKeyOf(cell, planned, contentDigest);
      const [history] = await store.histories([key]);
      if (history?.outcome) continue;
      const work = cellWork(planned, key, history);
      const at = Date.now();
      await store.append([outcomeEvent(work, { cell, outcome, extractor: undefined, at })], claim);
    }
  }
}

interface Opened {
  readonly loaded: LoadedConfig;
  readonly tasks: readonly Task[];
  readonly asking: SharedAsking;
}

interface Held {
  readonly claim: Claim;
  /** Aborted once the claim was taken over. */
  readonly lost: AbortSignal;
}

/** The run as the holder of a claim writes it. */
function heldStore(store: SharedRunStore, claim: Claim): RunStore {
  return {
    header: store.header,
    damage: store.damage,
    artefacts: store.artefacts,
    append: (events) => store.append(events, claim),
    states: (keys) => store.states(keys),
    histories: (keys) => store.histories(keys),
    notes: (note) => store.notes(note),
    fits: () => store.fits(),
    events: () => store.events(),
    tail: (signal) => store.tail(signal),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Whether the samples of a chunk are to be worked on one by one, and nothing else beside them. */
export function needsCare({ deaths }: ClaimedChunk): boolean {
  return deaths.length >= carefulAfter;
}

/** What is not about one system. */
function isOfTheRun(error: unknown): boolean {
  return (
    error instanceof ClaimLost || error instanceof Interrupted || error instanceof DatabaseSilent
  );
}

function isHopeless({ deaths }: ClaimedChunk, place: number): boolean {
  return deaths.filter(({ tried }) => tried === place).length >= hopelessAfter;
}

function deathsText({ deaths }: ClaimedChunk): string {
  const times = deaths.map(
    ({ worker, at }) => `${worker} at ${new Date(at).toISOString().slice(0, 19)}Z`,
  );
  return `${deaths.length} workers died while they worked on this sample or beside it, ${hopelessAfter} of them on it alone: ${times.join(", ")}`;
}

async function* samplesOf(
  { places }: Desk,
  chunks: readonly ClaimedChunk[],
): AsyncGenerator<readonly PlannedSample[]> {
  for (const { from, to } of chunks) yield await places.between(from, to);
}

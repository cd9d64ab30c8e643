import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { type Claim, ClaimLost, type SharedRunStore } from "../../core/run/shared-run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import type { Database } from "../../store/postgres/database.ts";
import { type SharedRun, SharedRuns } from "../../store/postgres/shared-runs.ts";
import { WorkerRegistry } from "../../store/postgres/worker-registry.ts";
import { sharedAsking } from "../asking/shared/shared-asking.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { spentIn } from "../run/run-spending.ts";
import { version } from "../version.ts";
import { planFrom, type SharedPlan } from "./shared-plan.ts";
import { needsCare, WorkerRun } from "./worker-run.ts";

export interface WorkOptions {
  readonly database: Database;
  /** The only run to work on, by its name; any if absent. */
  readonly run?: string | undefined;
  /** Where the folder of the configuration is here; where the coordinator has it if absent. */
  readonly base?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** So long after its holder fell silent, work is taken over. */
  readonly leaseMs: number;
  /** Whether to leave once the run, or every run, has ended. */
  readonly leavesAtEnd: boolean;
  readonly onEvent: OnEvent;
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
}

/** What a worker has done. */
export interface Worked {
  /** Samples that it brought to an end. */
  readonly settled: number;
  readonly claims: number;
}

const reportMs = 2_000;
/** So long a worker that is to leave at the end waits for a run to begin. */
const patienceMs = 600_000;
/** A worker without work looks so often. */
const idleMs = 500;
/** Shares of limits and budgets are exchanged about every second. */
const shortestShareMs = 3_000;
/** So long the work of one claim is to take, as far as what went before tells. */
const claimMs = 5_000;
const mostChunks = 64;
/** While one claim comes to its end, the next has begun. */
const claimsAtOnce = 2;

/** A run that this worker has opened, or why it could not. */
interface Joined {
  readonly run: SharedRun;
  readonly store: SharedRunStore;
  readonly work: WorkerRun | undefined;
  /** Why systems cannot be asked here, by their ids; under "" where it is the whole run. */
  readonly refused: Map<string, string>;
}

/** Works on the runs of a database until it is told to leave. */
export async function work(options: WorkOptions): Promise<Worked> {
  const registry = new WorkerRegistry(options.database);
  const name = `${hostname()}:${process.pid}`;
  const id = await registry.join(name, version);
  await using worker = new Worker(options, { id, name, registry });
  try {
    return await worker.work();
  } finally {
    await registry.leave(id).catch(() => undefined);
  }
}

interface Taken {
  readonly claim: Claim;
  /** What must be done before. */
  readonly before: readonly Promise<void>[];
}

/** How the worker is known to others. */
interface Self {
  readonly id: string;
  readonly name: string;
  readonly registry: WorkerRegistry;
}

class Worker implements AsyncDisposable {
  readonly #options: WorkOptions;
  readonly #self: Self;
  readonly #runs: SharedRuns;
  readonly #joined = new Map<string, Joined>();
  readonly #busy = new Set<Promise<void>>();
  #open: readonly SharedRun[] = [];
  #current: string | null = null;
  #status = "looking for work";
  #settledBefore = 0;
  #claims = 0;
  /** Workers on the same run, this one included. */
  #colleagues = 1;
  /** How long a chunk took lately. */
  #chunkMs: number | undefined;
  #isLeaving = false;
  readonly #startedAt = performance.now();
  /** Whether there was something to leave at the end of. */
  #hasSeenRun = false;
  /** Whether what is at hand may end the process: nothing else must end with it. */
  #isCareful = false;
  #failure: unknown;

  constructor(options: WorkOptions, self: Self) {
    this.#options = options;
    this.#self = self;
    this.#runs = new SharedRuns(options.database);
  }

  async work(): Promise<Worked> {
    const { stop } = this.#options;
    const left = new AbortController();
    const reporting = this.#reportUntil(left.signal);
    try {
      while (!stop.aborted && !this.#isLeaving && !this.#failure) {
        await this.#look();
        if (this.#isOver()) break;
        const isFull = this.#isCareful || this.#busy.size >= claimsAtOnce;
        const isBusy = isFull || !(await this.#take());
        if (isBusy) await this.#pause();
      }
      if (this.#busy.size > 0 && !stop.aborted) this.#say("leaving once the work at hand is done");
      await Promise.all(this.#busy);
    } finally {
      left.abort();
      await reporting;
    }
    if (this.#failure) throw this.#failure;
    return { settled: this.#settled(), claims: this.#claims };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#busy);
    for (const { work: own, store } of this.#joined.values()) {
      await own?.[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    }
  }

  /** Until something is done or may have come up. */
  #pause(): Promise<unknown> {
    const { stop } = this.#options;
    const waited = setTimeout(idleMs, undefined, { signal: stop }).catch(() => undefined);
    return this.#isCareful || this.#busy.size >= claimsAtOnce
      ? Promise.race([...this.#busy, waited])
      : waited;
  }

  /** Which runs there are now; what is over is put away. */
  async #look(): Promise<void> {
    const { run: only } = this.#options;
    this.#open = await this.#runs.list({
      state: "open",
      ...(only === undefined ? {} : { name: only }),
    });
    if (this.#open.length > 0) this.#hasSeenRun = true;
    if (this.#busy.size > 0) return;
    for (const [id, { run, work: own, store }] of this.#joined) {
      const now = this.#open.find((one) => one.id === id);
      if (now && JSON.stringify(now.plan) === JSON.stringify(run.plan)) continue;
      this.#joined.delete(id);
      this.#settledBefore += own?.settled ?? 0;
      await own?.[Symbol.asyncDispose]();
      // Nothing is under way any more.
      own?.report();
      await store[Symbol.asyncDispose]();
    }
  }

  #isOver(): boolean {
    if (!this.#options.leavesAtEnd || this.#open.length > 0 || this.#busy.size > 0) return false;
    return this.#hasSeenRun || performance.now() - this.#startedAt > patienceMs;
  }

  /** Begins work on what the first run that has some gives. */
  async #take(): Promise<boolean> {
    for (const run of this.#open) {
      const joined = await this.#join(run);
      if (!joined.work) continue;
      const claim = await joined.store.claim({
        worker: this.#self.name,
        leaseMs: this.#options.leaseMs,
        most: this.#most(),
        among: this.#colleagues,
        without: [...joined.refused.keys()],
      });
      if (!claim) continue;
      this.#claims++;
      this.#current = run.id;
      this.#status = "working";
      this.#isCareful = claim.chunks.some(needsCare);
      const before = this.#isCareful ? [...this.#busy] : [];
      const doing: Promise<void> = this.#do(joined, joined.work, { claim, before }).finally(() => {
        this.#busy.delete(doing);
        this.#isCareful = false;
      });
      this.#busy.add(doing);
      return true;
    }
    if (this.#busy.size === 0) this.#status = this.#idleStatus();
    return false;
  }

  #most(): number {
    if (this.#chunkMs === undefined) return 1;
    return Math.min(mostChunks, Math.max(1, Math.round(claimMs / this.#chunkMs)));
  }

  async #join(run: SharedRun): Promise<Joined> {
    const known = this.#joined.get(run.id);
    if (known) return known;
    const store = await this.#runs.open(run);
    const refused = new Map<string, string>();
    const opened = await this.#openRun(run, store).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      if (this.#options.run !== undefined) throw error;
      refused.set("", error.message);
      this.#warn(
        `cannot work on ${run.name}: ${error.message}${error.hint ? ` (${error.hint})` : ""}`,
      );
      return undefined;
    });
    const joined = { run, store, work: opened, refused };
    this.#joined.set(run.id, joined);
    this.#current = run.id;
    if (opened) this.#say(`working on ${run.name}`);
    return joined;
  }

  #openRun(run: SharedRun, store: SharedRunStore): Promise<WorkerRun> {
    const { database, environment, base, onEvent, stop, abort } = this.#options;
    const plan: SharedPlan = planFrom(run.plan, version);
    return WorkerRun.open({
      ...{ plan, store, environment, onEvent, stop, abort, base: base ?? plan.base },
      asking: async ({ config }) => {
        const { budget, prices } = config;
        const before = budget === undefined ? {} : await spentIn(store, prices);
        const onTrouble = (text: string) => this.#warn(text);
        return sharedAsking(database, {
          ...{ ...config, run: run.id, before, stop, onTrouble },
          leaseMs: Math.max(shortestShareMs, this.#options.leaseMs),
        });
      },
    });
  }

  async #do({ store, refused }: Joined, own: WorkerRun, { claim, before }: Taken): Promise<void> {
    const { stop, leaseMs } = this.#options;
    const lost = new AbortController();
    const renewing = setInterval(() => {
      void store.renew(claim, leaseMs).then(
        (isHeld) => isHeld || lost.abort(),
        () => undefined,
      );
    }, leaseMs / 3);
    try {
      await Promise.all(before);
      const startedAt = performance.now();
      const reasons = await own.do(claim, lost.signal);
      for (const [system, reason] of reasons)
        if (!refused.has(system)) {
          refused.set(system, reason);
          this.#warn(`the system "${system}" is not asked here any more: ${reason}`);
        }
      if (reasons.size > 0 || stop.aborted) await store.release(claim);
      else {
        await store.complete(claim);
        this.#measure((performance.now() - startedAt) / claim.chunks.length);
      }
    } catch (error) {
      if (error instanceof ClaimLost) this.#warn("another worker has taken work over from here");
      else {
        await store.release(claim).catch(() => undefined);
        if (!(error instanceof Interrupted)) this.#failure ??= error;
      }
    } finally {
      clearInterval(renewing);
    }
  }

  #measure(chunkMs: number): void {
    this.#chunkMs = this.#chunkMs === undefined ? chunkMs : (this.#chunkMs + chunkMs) / 2;
  }

  #settled(): number {
    const now = [...this.#joined.values()].map(({ work: own }) => own?.settled ?? 0);
    return now.reduce((sum, one) => sum + one, this.#settledBefore);
  }

  async #reportUntil(left: AbortSignal): Promise<void> {
    while (!left.aborted) {
      const { id, registry } = this.#self;
      const refused = this.#current === null ? undefined : this.#joined.get(this.#current)?.refused;
      const heard = await registry
        .report(id, {
          run: this.#current,
          status: this.#status,
          refused: Object.fromEntries(refused ?? []),
          settled: this.#settled(),
        })
        .catch(() => undefined);
      this.#isLeaving ||= heard?.isLeaving ?? false;
      this.#colleagues = Math.max(1, heard?.colleagues ?? this.#colleagues);
      for (const { work: own } of this.#joined.values()) own?.report();
      await setTimeout(reportMs, undefined, { signal: left }).catch(() => undefined);
    }
  }

  #idleStatus(): string {
    const [refusal] = [...this.#joined.values()].flatMap(({ run, refused }) =>
      [...refused].map(([system, reason]) =>
        system === "" ? `cannot work on ${run.name}: ${reason}` : `cannot ask ${system}: ${reason}`,
      ),
    );
    return refusal ?? "looking for work";
  }

  #say(text: string): void {
    this.#options.onEvent({ type: "note", text });
  }

  #warn(text: string): void {
    this.#options.onEvent({ type: "warning", text });
  }
}

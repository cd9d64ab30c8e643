import type { Asked } from "../../core/asked.ts";
import { failed } from "../../core/outcome.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { type CommandDied, CommandProcess, type ProcessOptions } from "./command-process.ts";
import type { CommandAnswer } from "./command-protocol.ts";

export interface PoolOptions {
  readonly workers: number;
  readonly batchSize: number;
  readonly idleMs: number;
  /** A cancelled ask that is not answered within this time takes its process with it. */
  readonly cancelGraceMs: number;
  /** How a process of this number is started. */
  process(worker: number): ProcessOptions;
  /** The first process, already started. */
  readonly first: CommandProcess;
}

interface Job {
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** How many processes died with this ask alone in them. */
  deaths: number;
  isSettled: boolean;
  /** Of its body, once somebody wanted it. */
  digest?: string;
  resolve(answer: CommandAnswer | Asked<never>): void;
  reject(error: unknown): void;
}

interface Worker {
  readonly number: number;
  process: CommandProcess | undefined;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** An ask that was alone in a process when it died is tried once more: something else may have ended the process. */
const mostDeaths = 2;

/**
 * Processes that share one line of asks. A process that dies is replaced; what it had not answered is asked again, in halves, until the one
 * ask that ends every process is alone and fails with what the process said last.
 */
export class CommandPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #workers: Worker[];
  readonly #waiting: Job[] = [];
  /** Groups that a process died with: each is asked by itself. */
  readonly #suspects: Job[][] = [];
  /** Digests of asks that were given up: tried again, each is asked by itself, so that one that hangs holds up no other twice. */
  readonly #slow = new Set<string>();
  /** Those of them that were given up while they were alone in a process: others go first, since their time passes in the line too. */
  readonly #stuck = new Set<string>();
  #lastId = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#workers = Array.from({ length: options.workers }, (_, number) => ({
      number,
      process: number === 0 ? options.first : undefined,
      isBusy: false,
      idle: undefined,
    }));
    this.#rest(this.#workers[0]!);
  }

  ask(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CommandAnswer | Asked<never>> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      this.#waiting.push({ body, signal, deaths: 0, isSettled: false, resolve, reject });
      // Asks that come in one turn of the program travel together.
      queueMicrotask(() => this.#next());
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const { idle } of this.#workers) clearTimeout(idle);
    await Promise.all(this.#workers.map(({ process }) => process?.end()));
  }

  #next(): void {
    for (const worker of this.#workers) {
      if (worker.isBusy) continue;
      const group = this.#take();
      if (group.length === 0) return;
      worker.isBusy = true;
      clearTimeout(worker.idle);
      void this.#run(worker, group).finally(() => {
        worker.isBusy = false;
        this.#rest(worker);
        this.#next();
      });
    }
  }

  #take(): readonly Job[] {
    if (this.#stuck.size > 0) this.#waiting.sort((a, b) => this.#rank(a) - this.#rank(b));
    const group = this.#suspects.shift() ?? this.#waiting.splice(0, this.#batchAhead());
    const open = group.filter(({ signal, isSettled }) => !signal.aborted && !isSettled);
    for (const job of group) if (job.signal.aborted) settle(job, () => job.reject(job.signal.reason));
    return open.length > 0 || group.length === 0 ? open : this.#take();
  }

  #rank(job: Job): number {
    return this.#stuck.has(digestOf(job)) ? 1 : 0;
  }

  /** How many of those who wait travel together. */
  #batchAhead(): number {
    const { batchSize } = this.#options;
    if (this.#slow.size === 0) return batchSize;
    const slow = this.#waiting.slice(0, batchSize).findIndex((job) => this.#slow.has(digestOf(job)));
    return slow < 0 ? batchSize : Math.max(1, slow);
  }

  async #run(worker: Worker, group: readonly Job[]): Promise<void> {
    let process: CommandProcess;
    try {
      process = await this.#processOf(worker);
    } catch (error) {
      const reason = `the command cannot be started again: ${error instanceof Error ? error.message : String(error)}`;
      for (const job of group) settle(job, () => job.resolve(failed("transient", reason)));
      return;
    }
    const lost = await this.#askTogether(process, group);
    if (lost.jobs.length > 0) this.#suspect(lost.jobs, lost.error!);
  }

  #processOf(worker: Worker): Promise<CommandProcess> | CommandProcess {
    if (worker.process?.isAlive) return worker.process;
    return CommandProcess.start(this.#options.process(worker.number)).then(({ process }) => {
      worker.process = process;
      return process;
    });
  }

  /** Resolves when every ask of the group was answered, given up, or lost with the process. */
  #askTogether(process: CommandProcess, group: readonly Job[]): Promise<{ readonly jobs: readonly Job[]; readonly error?: CommandDied }> {
    return new Promise((resolve) => {
      const lost: Job[] = [];
      let death: CommandDied | undefined;
      let left = group.length;
      const done = () => {
        left--;
        if (left === 0) resolve(death ? { jobs: lost, error: death } : { jobs: lost });
      };
      const jobs = new Map(group.map((job) => [++this.#lastId, job] as const));
      const leave = new Map([...jobs].map(([id, job]) => [id, this.#onAbort(process, job, { id, isAlone: group.length === 1 })] as const));
      process.ask(
        [...jobs].map(([id, { body }]) => ({ id, ...body })),
        ({ id }) => ({
          onAnswer(answer) {
            const job = jobs.get(id)!;
            leave.get(id)!();
            settle(job, () => job.resolve(answer));
            done();
          },
          onDeath(error) {
            const job = jobs.get(id)!;
            leave.get(id)!();
            death = error;
            if (!job.isSettled) lost.push(job);
            done();
          },
        }),
      );
    });
  }

  /** Whoever no longer waits is let go at once; the process is told, and ended where it does not let go. */
  #onAbort(process: CommandProcess, job: Job, { id, isAlone }: { readonly id: number; readonly isAlone: boolean }): () => void {
    let timer: NodeJS.Timeout | undefined;
    const cancel = () => {
      settle(job, () => job.reject(job.signal.reason));
      if (this.#options.batchSize > 1) this.#giveUp(digestOf(job), isAlone);
      process.cancel([id]);
      timer = setTimeout(() => process.kill("an ask that was cancelled held it up"), this.#options.cancelGraceMs).unref();
    };
    job.signal.addEventListener("abort", cancel, { once: true });
    return () => {
      clearTimeout(timer);
      job.signal.removeEventListener("abort", cancel);
    };
  }

  #giveUp(digest: string, isAlone: boolean): void {
    this.#slow.add(digest);
    if (isAlone) this.#stuck.add(digest);
  }

  #suspect(jobs: readonly Job[], error: CommandDied): void {
    if (this.#isClosed) {
      for (const job of jobs) settle(job, () => job.resolve(failed("transient", "the command was ended")));
      return;
    }
    if (jobs.length > 1) {
      const middle = Math.ceil(jobs.length / 2);
      this.#suspects.push(jobs.slice(0, middle), jobs.slice(middle));
      return;
    }
    const [job] = jobs as readonly [Job];
    job.deaths++;
    if (job.deaths < mostDeaths) this.#suspects.push([job]);
    else settle(job, () => job.resolve(failed("deterministic", `the command died of this sample: ${error.message}`)));
  }

  #rest(worker: Worker): void {
    clearTimeout(worker.idle);
    worker.idle = setTimeout(() => {
      const { process } = worker;
      worker.process = undefined;
      void process?.end();
    }, this.#options.idleMs).unref();
  }
}

function digestOf(job: Job): string {
  job.digest ??= contentDigest(JSON.stringify(job.body));
  return job.digest;
}

function settle(job: Job, end: () => void): void {
  if (job.isSettled) return;
  job.isSettled = true;
  end();
}

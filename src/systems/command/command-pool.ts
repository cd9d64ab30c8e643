import type { Asked } from "../../core/asking/asked.ts";
import { failed } from "../../core/run/outcome.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { askTogether, type BatchLimits, type CommandJob, settle } from "./command-batch.ts";
import { type CommandDied, CommandProcess, type ProcessOptions } from "./command-process.ts";
import type { CommandAnswer } from "./command-protocol.ts";
import { writtenMessage } from "./written-message.ts";

export interface PoolOptions extends BatchLimits {
  readonly workers: number;
  readonly batchSize: number;
  readonly idleMs: number;
  /**
   * How long is waited after a process could not be started again; twice as long after each further
   * time.
   */
  readonly restartWaitMs: number;
  /** How a process of this number is started. */
  process(worker: number): ProcessOptions;
  /** The first process, already started. */
  readonly first: CommandProcess;
}

interface Worker {
  readonly number: number;
  process: CommandProcess | undefined;
  isBusy: boolean;
  /** How often in a row it could not be started. */
  failedStarts: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * An ask that was alone in a process when it died is tried once more: something else may have ended
 * the process.
 */
const mostDeaths = 2;
/** After so many starts in a row that failed, with no process left, nothing is asked any more. */
const mostFailedStarts = 6;
const longestRestartWaitMs = 60_000;

/**
 * Processes that share one line of asks. A process that dies is replaced; what it had not answered
 * is asked again, in halves, until the one ask that ends every process is alone and fails with what
 * the process said last.
 */
export class CommandPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #workers: Worker[];
  readonly #waiting: CommandJob[] = [];
  /** Groups that a process died with: each is asked by itself. */
  readonly #suspects: CommandJob[][] = [];
  /**
   * Digests of asks whose time passed while they were alone in a process: tried again, they hold up
   * no other.
   */
  readonly #stuck = new Set<string>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#workers = Array.from({ length: options.workers }, (_, number) => ({
      number,
      process: number === 0 ? options.first : undefined,
      isBusy: false,
      failedStarts: 0,
      idle: undefined,
    }));
    this.#rest(this.#workers[0]!);
  }

  ask(
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CommandAnswer | Asked<never>> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      this.#waiting.push({
        body,
        signal,
        deaths: 0,
        isLate: false,
        isSettled: false,
        resolve,
        reject,
      });
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
    if (this.#isClosed) {
      this.#end([...this.#suspects.splice(0).flat(), ...this.#waiting.splice(0)]);
      return;
    }
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

  #take(): readonly CommandJob[] {
    const group = this.#suspects.shift() ?? this.#ahead();
    const open = group.filter(({ signal, isSettled }) => !signal.aborted && !isSettled);
    for (const job of group)
      if (job.signal.aborted) settle(job, () => job.reject(job.signal.reason));
    return open.length > 0 || group.length === 0 ? open : this.#take();
  }

  /**
   * Those who travel together: as many as there may be, but nobody with an ask that may hold others
   * up, which go first.
   */
  #ahead(): readonly CommandJob[] {
    this.#waiting.sort((a, b) => this.#rank(a) - this.#rank(b));
    const apart = this.#waiting.findIndex((job) => this.#rank(job) > 0);
    const together = apart < 0 ? this.#waiting.length : Math.max(1, apart);
    return this.#waiting.splice(0, Math.min(together, this.#options.batchSize));
  }

  #rank(job: CommandJob): number {
    if (this.#stuck.size > 0 && this.#stuck.has(digestOf(job))) return 2;
    return job.isLate ? 1 : 0;
  }

  async #run(worker: Worker, group: readonly CommandJob[]): Promise<void> {
    let process: CommandProcess;
    try {
      process = await this.#processOf(worker);
    } catch (error) {
      await this.#startLater(worker, group, error);
      return;
    }
    const { lost, death, isLate } = await askTogether(process, group, this.#options);
    if (isLate) this.#askAgain(group, lost);
    else if (death && lost.length > 0) this.#suspect(lost, death);
  }

  /**
   * Of several whose time passed together each is asked by itself: it may not have been its fault.
   */
  #askAgain(group: readonly CommandJob[], lost: readonly CommandJob[]): void {
    const [first] = group as readonly [CommandJob];
    if (group.length === 1 && this.#options.batchSize > 1) this.#stuck.add(digestOf(first));
    for (const job of lost) job.isLate = true;
    this.#waiting.push(...lost);
  }

  async #processOf(worker: Worker): Promise<CommandProcess> {
    if (worker.process?.isAlive) return worker.process;
    const { process } = await CommandProcess.start(this.#options.process(worker.number));
    worker.process = process;
    worker.failedStarts = 0;
    if (this.#isClosed) await process.end();
    return process;
  }

  /**
   * Others take over what a process that does not start was to be asked. Where there are none, and
   * it never does, that concerns every sample.
   */
  async #startLater(worker: Worker, group: readonly CommandJob[], error: unknown): Promise<void> {
    worker.failedStarts++;
    const isAnyAlive = this.#workers.some(({ process }) => process?.isAlive);
    if (!isAnyAlive && worker.failedStarts >= mostFailedStarts) {
      const reason = `the command cannot be started again: ${error instanceof Error ? error.message : String(error)}`;
      for (const job of [...group, ...this.#waiting.splice(0)])
        settle(job, () => job.resolve(failed("auth", reason)));
      return;
    }
    this.#suspects.unshift([...group]);
    this.#next();
    const waitMs = Math.min(
      longestRestartWaitMs,
      this.#options.restartWaitMs * 2 ** (worker.failedStarts - 1),
    );
    await new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
  }

  #suspect(jobs: readonly CommandJob[], error: CommandDied): void {
    if (this.#isClosed) {
      this.#end(jobs);
      return;
    }
    if (jobs.length > 1) {
      const middle = Math.ceil(jobs.length / 2);
      this.#suspects.push(jobs.slice(0, middle), jobs.slice(middle));
      return;
    }
    const [job] = jobs as readonly [CommandJob];
    job.deaths++;
    if (job.deaths < mostDeaths) this.#suspects.push([job]);
    else
      settle(job, () =>
        job.resolve({
          ...failed("deterministic", `the command died of this sample: ${error.message}`),
          facts: {},
        }),
      );
  }

  #end(jobs: readonly CommandJob[]): void {
    for (const job of jobs)
      settle(job, () => job.resolve(failed("transient", "the command was ended")));
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

function digestOf(job: CommandJob): string {
  job.digest ??= contentDigest(writtenMessage(job.body).line);
  return job.digest;
}

import type { Asked } from "../../core/asking/asked.ts";
import { failed, type NoAnswer } from "../../core/run/outcome.ts";
import type { PoolOptions } from "./command-pool.ts";
import { CommandProcess } from "./command-process.ts";
import type { CommandAnswer } from "./command-protocol.ts";

interface StreamsOptions extends Omit<PoolOptions, "batchSize" | "restartWaitMs"> {
  /** How many streams one process can watch at once. */
  readonly sessions: number;
}

interface Worker {
  readonly number: number;
  process: CommandProcess | undefined;
  starting: Promise<CommandProcess> | undefined;
  readonly sessions: Set<string>;
  idle: NodeJS.Timeout | undefined;
}

interface Watching {
  readonly worker: Worker;
  readonly process: CommandProcess;
}

/** A step on its way, and what becomes of it without an answer. */
interface Step extends Pick<Watching, "process"> {
  readonly session: string;
  readonly id: number;
  reject(reason: unknown): void;
  onLate(): void;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Processes that watch streams. A stream stays with the process that it was opened in, and is lost
 * with it: the cause `session` says so.
 */
export class CommandStreams implements AsyncDisposable {
  readonly #options: StreamsOptions;
  readonly #workers: readonly Worker[];
  readonly #watching = new Map<string, Watching>();

  constructor(options: StreamsOptions) {
    this.#options = options;
    this.#workers = Array.from({ length: options.workers }, (_, number) => ({
      number,
      process: number === 0 ? options.first : undefined,
      starting: undefined,
      sessions: new Set<string>(),
      idle: undefined,
    }));
    this.#rest(this.#workers[0]!);
  }

  /**
   * Opens a stream in the process that has most room; one that is open already stays as it is.
   * `undefined`: it is open.
   */
  async open(session: string, about: Body): Promise<NoAnswer | undefined> {
    if (this.#watching.get(session)?.process.isAlive) return undefined;
    this.#leave(session);
    const [worker] = this.#workers.toSorted((a, b) => a.sessions.size - b.sessions.size) as [
      Worker,
    ];
    if (worker.sessions.size >= this.#options.sessions)
      return failed("transient", "no process has room for another stream");
    worker.sessions.add(session);
    clearTimeout(worker.idle);
    try {
      const process = await this.#processOf(worker);
      this.#watching.set(session, { worker, process });
      process.tell({ type: "open", stream: session, about });
      return undefined;
    } catch (error) {
      worker.sessions.delete(session);
      return failed(
        "transient",
        `the command cannot be started again: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  step(session: string, body: Body, signal: AbortSignal): Promise<CommandAnswer | Asked<never>> {
    const watching = this.#watching.get(session);
    if (!watching?.process.isAlive)
      return Promise.resolve(
        this.#lost(session, watching?.process.death ?? "it is not open any more"),
      );
    const { process } = watching;
    const id = process.nextId();
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onLate = () =>
        resolve(
          this.#lost(
            session,
            `no answer within ${this.#options.timeoutMs} ms${process.lastWords()}`,
          ),
        );
      const settled = this.#untilLeft(signal, { session, process, id, reject, onLate });
      process.request(
        { type: "step", id, stream: session, ...body },
        {
          onAnswer(answer) {
            settled();
            resolve(answer);
          },
          onDeath: ({ message }) => {
            settled();
            resolve(this.#lost(session, message));
          },
        },
      );
    });
  }

  close(session: string): void {
    const watching = this.#watching.get(session);
    if (watching?.process.isAlive) watching.process.tell({ type: "close", stream: session });
    this.#leave(session);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { idle } of this.#workers) clearTimeout(idle);
    const starting = await Promise.allSettled(this.#workers.map((worker) => worker.starting));
    const begun = starting.flatMap((one) =>
      one.status === "fulfilled" && one.value ? [one.value] : [],
    );
    await Promise.all(
      [...begun, ...this.#workers.flatMap(({ process }) => process ?? [])].map((process) =>
        process.end(),
      ),
    );
  }

  #processOf(worker: Worker): Promise<CommandProcess> | CommandProcess {
    if (worker.process?.isAlive) return worker.process;
    worker.starting ??= CommandProcess.start(this.#options.process(worker.number))
      .then(({ process }) => {
        worker.process = process;
        return process;
      })
      .finally(() => {
        worker.starting = undefined;
      });
    return worker.starting;
  }

  #lost(session: string, why: string): NoAnswer {
    this.#leave(session);
    return failed("session", `the process that watched the stream lost it: ${why}`);
  }

  /**
   * A caller that no longer waits, or has waited long enough, is let go at once. The stream is
   * lost, since nobody knows what the process makes of the step.
   */
  #untilLeft(signal: AbortSignal, { session, process, id, reject, onLate }: Step): () => void {
    const { timeoutMs, cancelGraceMs } = this.#options;
    let grace: NodeJS.Timeout | undefined;
    const cancel = () => {
      clearTimeout(limit);
      signal.removeEventListener("abort", leave);
      process.cancel([id]);
      this.close(session);
      grace = setTimeout(
        () => process.kill("a step that was cancelled held it up"),
        cancelGraceMs,
      ).unref();
    };
    const leave = () => {
      reject(signal.reason);
      cancel();
    };
    const limit = setTimeout(() => {
      cancel();
      onLate();
    }, timeoutMs);
    signal.addEventListener("abort", leave, { once: true });
    return () => {
      clearTimeout(limit);
      clearTimeout(grace);
      signal.removeEventListener("abort", leave);
    };
  }

  #leave(session: string): void {
    const watching = this.#watching.get(session);
    this.#watching.delete(session);
    if (!watching) return;
    watching.worker.sessions.delete(session);
    this.#rest(watching.worker);
  }

  #rest(worker: Worker): void {
    clearTimeout(worker.idle);
    if (worker.sessions.size > 0) return;
    worker.idle = setTimeout(() => {
      const { process } = worker;
      worker.process = undefined;
      void process?.end();
    }, this.#options.idleMs).unref();
  }
}

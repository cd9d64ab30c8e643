import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { JobValue, MediaJob } from "./media-job.ts";

export interface DecodePoolOptions {
  /** How many processes decode at once; as many as there are processors if left out. */
  readonly processes?: number;
  /** After how long without a frame a file is given up on. */
  readonly timeLimitMs: number;
  /** The program of a process; only tests name another. */
  readonly worker?: string;
}

type Value = JobValue[MediaJob["work"]];

/** A job, who may leave it, and who waits for it. */
export interface PooledJob {
  readonly job: MediaJob;
  readonly signal: AbortSignal;
  readonly resolve: (outcome: Outcome<Value>) => void;
}

/** What a process says when it is done with a job, or that it has come by another frame. */
export type DecodeReply =
  | "frame"
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly reason: string;
      /**
       * The file is not at fault, such as where the cache cannot be written: it is to be tried
       * again.
       */
      readonly isOurs?: boolean;
    };

type TakeJob = () => PooledJob | undefined;

const keptStderr = 2_000;

/**
 * Decodes files in processes of their own. Native decoders can hang or crash on a broken file, and
 * neither a thread nor this process would survive that; a process is killed at its time limit and
 * replaced. Whatever happens, every job gets an outcome.
 */
export class DecodePool implements AsyncDisposable {
  readonly #options: DecodePoolOptions;
  readonly #size: number;
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #urgent: TakeJob[] = [];
  readonly #waiting: TakeJob[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(options: DecodePoolOptions) {
    this.#options = options;
    this.#size = options.processes ?? availableParallelism();
  }

  run<W extends MediaJob["work"]>(
    job: Extract<MediaJob, { readonly work: W }>,
    signal: AbortSignal,
  ): Promise<Outcome<JobValue[W]>> {
    return new Promise((resolve) => {
      this.offer(() => ({ job, signal, resolve: resolve as PooledJob["resolve"] }));
    });
  }

  /**
   * Calls `take` for a job as soon as a process is free, so that it may still change while it
   * waits; none is fine too. Urgent ones come before all others.
   */
  offer(take: TakeJob, { isUrgent = false } = {}): void {
    (isUrgent ? this.#urgent : this.#waiting).push(take);
    // What is offered at the same time may have become one job by then.
    queueMicrotask(() => this.#next());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const child of this.#all) child.kill("SIGKILL");
  }

  #next(): void {
    while (this.#busy < this.#size) {
      const take = this.#urgent.shift() ?? this.#waiting.shift();
      if (!take) return;
      const waiting = take();
      if (!waiting) continue;
      if (waiting.signal.aborted) {
        waiting.resolve(noAnswer("failed", "the run was left"));
        continue;
      }
      this.#busy++;
      void this.#decode(waiting).then((outcome) => {
        this.#busy--;
        waiting.resolve(outcome);
        this.#next();
      });
    }
  }

  /**
   * A process that crashes may do so for what an earlier file did to its memory: only a new one
   * tells which file is at fault.
   */
  async #decode(waiting: PooledJob): Promise<Outcome<Value>> {
    const used = this.#idle.pop();
    const outcome = used && (await this.#decodeIn(used, waiting));
    if (outcome) return outcome;
    if (this.#isClosed) return noAnswer("failed", "the run was left");
    return (await this.#decodeIn(this.#start(), waiting, true))!;
  }

  /** `undefined` where the process crashed and is not the last to be tried. */
  #decodeIn(
    child: ChildProcess,
    { job, signal }: PooledJob,
    isLast = false,
  ): Promise<Outcome<Value> | undefined> {
    const { timeLimitMs } = this.#options;
    // A job in hand keeps the program alive, also after its time, until the process is gone.
    child.ref();
    return new Promise((resolve) => {
      let stderr = "";
      let reason: string | undefined;
      let isUnderWay = false;
      const hear = (chunk: Buffer) => {
        stderr = (stderr + chunk.toString()).slice(-keptStderr);
      };
      const kill = (because: string) => {
        reason ??= because;
        child.kill("SIGKILL");
      };
      const timer = setTimeout(() => {
        const what = isUnderWay ? "decoding one frame" : "decoding";
        kill(`${what} took longer than ${timeLimitMs / 1000} s`);
      }, timeLimitMs);
      const leave = () => kill("the run was left");
      const end = (outcome: Outcome<Value> | undefined) => {
        child.unref();
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        child.off("message", answer).off("exit", exit);
        child.stderr?.off("data", hear);
        resolve(outcome);
      };
      const answer = (reply: DecodeReply) => {
        if (reply === "frame") {
          isUnderWay = true;
          timer.refresh();
          return;
        }
        this.#idle.push(child);
        if (reply.ok) end({ kind: "answered", value: reply.value });
        else
          end(
            noAnswer(
              reply.isOurs ? "failed" : "media-error",
              `${job.name}: ${withoutPath(reply.reason, job)}`,
            ),
          );
      };
      const exit = (code: number | null, killedBy: NodeJS.Signals | null) => {
        if (reason === undefined && !isLast) return end(undefined);
        const killed =
          killedBy === "SIGKILL" ? "the decoder was killed, perhaps for want of memory" : undefined;
        const crash =
          killed ?? `the decoder crashed (${killedBy ?? `exit code ${code}`})${lastLine(stderr)}`;
        end(noAnswer(signal.aborted ? "failed" : "media-error", `${job.name}: ${reason ?? crash}`));
      };
      signal.addEventListener("abort", leave, { once: true });
      child.stderr?.on("data", hear);
      child.on("message", answer).on("exit", exit);
      // A process that cannot be told of the job is gone, or soon will be.
      child.send(job, (error) => error && child.kill("SIGKILL"));
    });
  }

  #start(): ChildProcess {
    const worker =
      this.#options.worker ??
      fileURLToPath(
        new URL(
          import.meta.url.endsWith(".ts") ? "./decode-worker.ts" : "./decode-worker.js",
          import.meta.url,
        ),
      );
    const child = fork(worker, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [],
    });
    this.#all.add(child);
    child.on("error", () => undefined);
    child.on("exit", () => {
      this.#all.delete(child);
      const at = this.#idle.indexOf(child);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    // Waiting for work must not keep the program alive.
    child.unref();
    child.channel?.unref();
    (child.stderr as { unref?: () => void } | null)?.unref?.();
    return child;
  }
}

/** Readers say which file they mean, as they must elsewhere; here it is named already. */
function withoutPath(reason: string, { path }: MediaJob): string {
  return reason.startsWith(`${path}: `) ? reason.slice(path.length + 2) : reason;
}

function lastLine(text: string): string {
  const line = text.trim().split("\n").at(-1);
  return line ? `: ${line}` : "";
}

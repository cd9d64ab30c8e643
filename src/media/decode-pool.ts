import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { noAnswer, type Outcome } from "../core/outcome.ts";
import type { JobValue, MediaJob } from "./media-job.ts";

export interface DecodePoolOptions {
  /** How many processes decode at once; as many as there are processors if left out. */
  readonly processes?: number;
  /** After how long a file is given up on. */
  readonly timeLimitMs: number;
  /** The program of a process; only tests name another. */
  readonly worker?: string;
}

type Value = JobValue[MediaJob["work"]];

interface Waiting {
  readonly job: MediaJob;
  readonly signal: AbortSignal;
  readonly resolve: (outcome: Outcome<Value>) => void;
}

/** What a process says when it is done with a job. */
export type DecodeReply = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

const keptStderr = 2_000;

/**
 * Decodes files in processes of their own. Native decoders can hang or crash on a broken file, and neither a thread nor this process would
 * survive that; a process is killed at its time limit and replaced. Whatever happens, every job gets an outcome.
 */
export class DecodePool implements AsyncDisposable {
  readonly #options: DecodePoolOptions;
  readonly #size: number;
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #waiting: Waiting[] = [];
  #busy = 0;

  constructor(options: DecodePoolOptions) {
    this.#options = options;
    this.#size = options.processes ?? availableParallelism();
  }

  run<W extends MediaJob["work"]>(job: Extract<MediaJob, { readonly work: W }>, signal: AbortSignal): Promise<Outcome<JobValue[W]>> {
    return new Promise((resolve) => {
      this.#waiting.push({ job, signal, resolve: resolve as Waiting["resolve"] });
      this.#next();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#all) child.kill("SIGKILL");
  }

  #next(): void {
    while (this.#busy < this.#size && this.#waiting.length > 0) {
      const waiting = this.#waiting.shift()!;
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

  #decode({ job, signal }: Waiting): Promise<Outcome<Value>> {
    const child = this.#idle.pop() ?? this.#start();
    const { timeLimitMs } = this.#options;
    return new Promise((resolve) => {
      let stderr = "";
      let reason: string | undefined;
      const hear = (chunk: Buffer) => {
        stderr = (stderr + chunk.toString()).slice(-keptStderr);
      };
      const kill = (because: string) => {
        reason ??= because;
        child.kill("SIGKILL");
      };
      const timer = setTimeout(() => kill(`decoding took longer than ${timeLimitMs / 1000} s`), timeLimitMs);
      const leave = () => kill("the run was left");
      const end = (outcome: Outcome<Value>) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        child.off("message", answer).off("exit", exit);
        child.stderr?.off("data", hear);
        resolve(outcome);
      };
      const answer = (reply: DecodeReply) => {
        this.#idle.push(child);
        end(
          reply.ok ? { kind: "answered", value: reply.value } : noAnswer("media-error", `${job.name}: ${withoutPath(reply.reason, job)}`),
        );
      };
      const exit = (code: number | null, killedBy: NodeJS.Signals | null) => {
        this.#all.delete(child);
        const crash = `the decoder crashed (${killedBy ?? `exit code ${code}`})${lastLine(stderr)}`;
        end(noAnswer(signal.aborted ? "failed" : "media-error", `${job.name}: ${reason ?? crash}`));
      };
      signal.addEventListener("abort", leave, { once: true });
      child.stderr?.on("data", hear);
      child.on("message", answer).on("exit", exit);
      child.send(job);
    });
  }

  #start(): ChildProcess {
    const worker =
      this.#options.worker ??
      fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./decode-worker.ts" : "./decode-worker.js", import.meta.url));
    const child = fork(worker, { serialization: "advanced", stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [] });
    this.#all.add(child);
    // Waiting for work must not keep the program alive; a job in hand does, by its timer.
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

import type { Asked } from "../../core/asking/asked.ts";
import { failed } from "../../core/run/outcome.ts";
import type { CommandDied, CommandProcess } from "./command-process.ts";
import type { CommandAnswer } from "./command-protocol.ts";

/** One ask, until it is answered or nobody waits for it any more. */
export interface CommandJob {
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** How many processes died with this ask alone in them. */
  deaths: number;
  /** Whether its time passed while it was asked together with others, any of which may be why. */
  isLate: boolean;
  isSettled: boolean;
  /** Of its body, once somebody wanted it. */
  digest?: string;
  resolve(answer: CommandAnswer | Asked<never>): void;
  reject(error: unknown): void;
}

export interface BatchLimits {
  /** How long a process may take for one ask. */
  readonly timeoutMs: number;
  /** A cancelled ask that is not answered within this time takes its process with it. */
  readonly cancelGraceMs: number;
}

interface BatchEnd {
  /** Asks that were neither answered nor given up when the process ended. */
  readonly lost: readonly CommandJob[];
  readonly death: CommandDied | undefined;
  /** Whether the time passed. */
  readonly isLate: boolean;
}

/**
 * Hands asks to a process together, and resolves when each of them was answered, given up, or lost
 * with the process. Their time begins here, since what they waited for before was not theirs, and
 * anew with every answer: many programs work on one after the other. One that is alone fails when
 * it passes; of several, nobody knows which one holds the others up, so that all that are not
 * answered are lost.
 */
export function askTogether(
  process: CommandProcess,
  group: readonly CommandJob[],
  limits: BatchLimits,
): Promise<BatchEnd> {
  const { timeoutMs, cancelGraceMs } = limits;
  const { promise, resolve } = Promise.withResolvers<BatchEnd>();
  const jobs = new Map(group.map((job) => [process.nextId(), job] as const));
  const leaving = new Map<number, () => void>();
  const graces = new Map<number, NodeJS.Timeout>();
  const lost: CommandJob[] = [];
  let death: CommandDied | undefined;
  let isDue = false;
  let isLate = false;
  const cancel = (ids: readonly number[]) => {
    process.cancel(ids);
    const kill = () => process.kill("an ask that was cancelled held it up");
    for (const id of ids) graces.set(id, setTimeout(kill, cancelGraceMs).unref());
  };
  const expire = () => {
    if (!isDue || jobs.size === 0) return;
    isLate = true;
    const [alone] = group.length === 1 ? group : [];
    if (alone) settle(alone, () => alone.resolve(late(timeoutMs, process)));
    cancel([...jobs.keys()].filter((id) => !graces.has(id)));
  };
  // What has come by now and was not read yet, since we were busy, has come in time.
  const limit = setTimeout(() => {
    isDue = true;
    setImmediate(expire);
  }, timeoutMs);
  const leave = (id: number) => {
    clearTimeout(graces.get(id));
    leaving.get(id)!();
    jobs.delete(id);
    if (jobs.size > 0) return;
    clearTimeout(limit);
    resolve({ lost, death, isLate });
  };
  for (const [id, job] of jobs)
    leaving.set(
      id,
      onAbort(job, () => {
        settle(job, () => job.reject(job.signal.reason));
        if (!graces.has(id)) cancel([id]);
      }),
    );
  process.ask(
    [...jobs].map(([id, { body }]) => ({ id, ...body })),
    ({ id }) => {
      const job = jobs.get(id)!;
      return {
        onAnswer(answer) {
          settle(job, () => job.resolve(answer));
          isDue = false;
          if (!isLate) limit.refresh();
          leave(id);
        },
        onDeath(error) {
          death = error;
          if (!job.isSettled) lost.push(job);
          leave(id);
        },
      };
    },
  );
  return promise;
}

/** What a process that was asked for too long comes to. */
function late(timeoutMs: number, process: Pick<CommandProcess, "lastWords">): Asked<never> {
  return {
    ...failed("transient", `no answer within ${timeoutMs} ms${process.lastWords()}`),
    facts: {},
    pace: { isOverloaded: true },
  };
}

/** Ends a job unless it has ended. */
export function settle(job: CommandJob, end: () => void): void {
  if (job.isSettled) return;
  job.isSettled = true;
  end();
}

function onAbort({ signal }: CommandJob, action: () => void): () => void {
  signal.addEventListener("abort", action, { once: true });
  return () => signal.removeEventListener("abort", action);
}

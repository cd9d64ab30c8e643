import { noAnswer, type Outcome } from "../core/outcome.ts";

/** Thrown where the run is being left: the work stays open and is taken up again by the next start. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** The time limit of systems that name none: nothing may hang for ever. */
const longestMs = 600_000;

interface Askable<Ask, Reply> {
  readonly timeoutMs?: number;
  ask(asks: readonly Ask[], signal: AbortSignal): Promise<readonly Outcome<Reply>[]>;
}

/**
 * Asks a system and always gets an outcome for each ask: what it throws, a time limit that passes, or a wrong number of answers
 * become `failed`. A system that ignores its signal cannot hold the run up.
 */
export async function ask<Ask, Reply>(
  system: Askable<Ask, Reply>,
  asks: readonly Ask[],
  abort: AbortSignal,
): Promise<readonly Outcome<Reply>[]> {
  if (abort.aborted) throw new Interrupted();
  const { timeoutMs = longestMs } = system;
  const failed = (reason: string) => asks.map(() => noAnswer("failed", reason));
  using limit = timeLimit(timeoutMs, abort);
  try {
    const outcomes = await Promise.race([system.ask(asks, limit.signal), limit.reached]);
    if (abort.aborted) throw new Interrupted();
    if (outcomes === undefined) return failed(`no answer within ${timeoutMs} ms`);
    return outcomes.length === asks.length ? outcomes : failed(`asked ${asks.length}, got ${outcomes.length} answers`);
  } catch (error) {
    if (abort.aborted) throw new Interrupted();
    return failed(error instanceof Error ? error.message : String(error));
  }
}

interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  readonly reached: Promise<undefined>;
}

/** Aborts after the time, or when everything is aborted. Unlike `AbortSignal.timeout` it keeps the program alive while it waits. */
function timeLimit(timeoutMs: number, abort: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, timeoutMs);
  abort.addEventListener("abort", end, { once: true });
  return {
    signal: controller.signal,
    reached: new Promise((resolve) => controller.signal.addEventListener("abort", () => resolve(undefined), { once: true })),
    [Symbol.dispose]() {
      clearTimeout(timer);
      abort.removeEventListener("abort", end);
    },
  };
}

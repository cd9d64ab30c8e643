import type { Asked, AskTurn } from "../core/asked.ts";
import { failed, noAnswer } from "../core/outcome.ts";
import type { Timer } from "../core/timer.ts";
import { Interrupted } from "./interrupted.ts";

/** The time limit of systems that name none: nothing may hang for ever. */
export const longestMs = 600_000;

interface Askable<Ask, Reply> {
  ask(asks: readonly Ask[], signal: AbortSignal, turn?: AskTurn): Promise<readonly Asked<Reply>[]>;
}

export interface AskOptions {
  readonly timer: Timer;
  readonly timeoutMs: number;
  readonly abort: AbortSignal;
  readonly turn: AskTurn;
}

/**
 * Asks a system and always gets an outcome for each ask: what it throws, a time limit that passes, or a wrong number of answers
 * become `failed`. A system that ignores its signal cannot hold the run up.
 */
export async function ask<Ask, Reply>(
  system: Askable<Ask, Reply>,
  asks: readonly Ask[],
  { timer, timeoutMs, abort, turn }: AskOptions,
): Promise<{ readonly asked: readonly Asked<Reply>[]; readonly isTimedOut: boolean }> {
  if (abort.aborted) throw new Interrupted();
  const all = (outcome: Asked<Reply>, isTimedOut = false) => ({ asked: asks.map(() => outcome), isTimedOut });
  using limit = timeLimit(timer, timeoutMs, abort);
  try {
    const asked = await Promise.race([system.ask(asks, limit.signal, turn), limit.reached]);
    if (abort.aborted) throw new Interrupted();
    if (asked === undefined) return all(failed("transient", `no answer within ${timeoutMs} ms`), true);
    if (asked.length !== asks.length) return all(noAnswer("failed", `asked ${asks.length}, got ${asked.length} answers`));
    return { asked, isTimedOut: false };
  } catch (error) {
    if (abort.aborted) throw new Interrupted();
    if (limit.signal.aborted) return all(failed("transient", `no answer within ${timeoutMs} ms`), true);
    return all(noAnswer("failed", error instanceof Error ? error.message : String(error)));
  }
}

interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  readonly reached: Promise<undefined>;
}

/** Aborts after the time, or when everything is aborted. */
function timeLimit(timer: Timer, timeoutMs: number, abort: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = () => {
    controller.abort();
    resolve(undefined);
  };
  const cancel = timer.after(timeoutMs, end);
  abort.addEventListener("abort", end, { once: true });
  return {
    signal: controller.signal,
    reached: promise,
    [Symbol.dispose]() {
      cancel();
      abort.removeEventListener("abort", end);
    },
  };
}

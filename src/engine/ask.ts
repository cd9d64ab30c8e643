import type { Asked, AskTurn } from "../core/asked.ts";
import { failed, noAnswer } from "../core/outcome.ts";
import type { Timer } from "../core/timer.ts";
import type { AbortWatch } from "./abort-watch.ts";
import { Interrupted } from "./interrupted.ts";

/** The time limit of systems that name none: nothing may hang for ever. */
export const longestMs = 600_000;

interface Askable<Ask, Reply> {
  ask(asks: readonly Ask[], signal: AbortSignal, turn?: AskTurn): Promise<readonly Asked<Reply>[]>;
}

export interface AskOptions {
  readonly timer: Timer;
  readonly timeoutMs: number;
  readonly abort: AbortWatch;
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
  if (abort.isAborted) throw new Interrupted();
  const all = (outcome: Asked<Reply>, isTimedOut = false) => ({ asked: asks.map(() => outcome), isTimedOut });
  try {
    const asked = await within((signal) => system.ask(asks, signal, turn), { timer, timeoutMs, abort });
    if (abort.isAborted) throw new Interrupted();
    if (asked === undefined) return all(failed("transient", `no answer within ${timeoutMs} ms`), true);
    if (asked.length !== asks.length) return all(noAnswer("failed", `asked ${asks.length}, got ${asked.length} answers`));
    return { asked, isTimedOut: false };
  } catch (error) {
    if (abort.isAborted) throw new Interrupted();
    return all(noAnswer("failed", error instanceof Error ? error.message : String(error)));
  }
}

/** What the work comes to; `undefined` after the time, or when everything is aborted. Its signal is given then, and nobody waits for it any more. */
function within<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { timer, timeoutMs, abort }: Omit<AskOptions, "turn">,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = () => {
      leave();
      // Before the work hears of it: what it throws then is not what counts.
      resolve(undefined);
      controller.abort();
    };
    const cancel = timer.after(timeoutMs, end);
    const leave = () => {
      cancel();
      abort.delete(end);
    };
    abort.add(end);
    const fail = (error: unknown) => {
      leave();
      reject(error);
    };
    try {
      work(controller.signal).then((value) => {
        leave();
        resolve(value);
      }, fail);
    } catch (error) {
      fail(error);
    }
  });
}

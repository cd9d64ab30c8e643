import type { Asked, AskTurn } from "../core/asking/asked.ts";
import type { Timer } from "../core/asking/timer.ts";
import { isValidUsage } from "../core/asking/valid-usage.ts";
import { failed, noAnswer } from "../core/run/outcome.ts";
import type { AbortWatch } from "./abort-watch.ts";
import { Interrupted } from "./interrupted.ts";

/** The time limit of systems that name none: nothing may hang for ever. */
export const longestMs = 600_000;

interface Askable<Ask, Reply> {
  ask(asks: readonly Ask[], signal: AbortSignal, turn?: AskTurn): Promise<readonly Asked<Reply>[]>;
}

export interface Answered<Reply> {
  readonly asked: readonly Asked<Reply>[];
  readonly isTimedOut: boolean;
}

export interface AskOptions {
  readonly timer: Timer;
  readonly timeoutMs: number;
  readonly abort: AbortWatch;
  readonly turn: AskTurn;
}

/**
 * Asks a system and always gets an outcome for each ask: what it throws, a time limit that passes,
 * or a wrong number of answers become `failed`. A system that ignores its signal cannot hold the
 * run up.
 */
export function ask<Ask, Reply>(
  system: Askable<Ask, Reply>,
  asks: readonly Ask[],
  options: AskOptions,
): Promise<Answered<Reply>> {
  const { timer, timeoutMs, abort, turn } = options;
  const all = (outcome: Asked<Reply>, isTimedOut = false): Answered<Reply> => ({
    asked: asks.map(() => outcome),
    isTimedOut,
  });
  return new Promise((resolve, reject) => {
    if (abort.isAborted) return reject(new Interrupted());
    const controller = new AbortController();
    const settle = (answer: Answered<Reply> | undefined) => {
      cancel();
      abort.delete(leave);
      if (answer && !abort.isAborted) resolve(answer);
      else reject(new Interrupted());
    };
    // The end is reported before the work hears of it: what it throws then is not what counts.
    // Nobody
    // waits for it any more.
    const leave = () => {
      settle(undefined);
      controller.abort();
    };
    const cancel = timer.after(timeoutMs, () => {
      settle(all(failed("transient", `no answer within ${timeoutMs} ms`), true));
      controller.abort();
    });
    abort.add(leave);
    const take = (asked: readonly Asked<Reply>[]) => {
      const isWhole = asked.length === asks.length;
      settle(
        isWhole
          ? { asked: asked.map(withValidUsage), isTimedOut: false }
          : all(noAnswer("failed", `asked ${asks.length}, got ${asked.length} answers`)),
      );
    };
    const fail = (error: unknown) =>
      settle(all(noAnswer("failed", error instanceof Error ? error.message : String(error))));
    try {
      system.ask(asks, controller.signal, turn).then(take, fail);
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * What servers say of tokens is checked here once for all callers: it is summed, priced and
 * held against budgets later.
 */
function withValidUsage<Reply>(asked: Asked<Reply>): Asked<Reply> {
  if (!asked.facts?.usage || isValidUsage(asked.facts.usage)) return asked;
  const { usage: _, ...facts } = asked.facts;
  return { ...asked, facts: { ...facts, badUsage: true } };
}

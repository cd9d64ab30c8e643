import { noAnswer, type Outcome } from "../core/outcome.ts";

/** Thrown where the run is being left: the work stays open and is taken up again by the next start. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

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
  const { timeoutMs } = system;
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signal = limit ? AbortSignal.any([abort, limit]) : abort;
  const failed = (reason: string) => asks.map(() => noAnswer("failed", reason));
  let onAbort: (() => void) | undefined;
  const left = new Promise<readonly Outcome<Reply>[]>((resolve) => {
    onAbort = () => resolve(failed(`no answer within ${timeoutMs} ms`));
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    const outcomes = await Promise.race([system.ask(asks, signal), left]);
    if (abort.aborted) throw new Interrupted();
    return outcomes.length === asks.length ? outcomes : failed(`asked ${asks.length}, got ${outcomes.length} answers`);
  } catch (error) {
    if (abort.aborted) throw new Interrupted();
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}

import type { Random } from "../core/random.ts";
import type { NoAnswer } from "../core/run/outcome.ts";

/** How often and how patiently failed asks are tried again. */
export interface RetrySettings {
  /** Requests for one ask, at most; where the other side only asks for patience, twice as many. */
  readonly attempts: number;
  /** Retries of one start of the program, in all. */
  readonly budget: number;
  /** The first wait; doubles with each further one. */
  readonly waitMs: number;
  /**
   * After how long the asks of one sample are given up; waiting for the first place does not count.
   */
  readonly sampleTimeoutMs: number;
  /**
   * For how long a system that is down is probed before it is given up for this start; 0: its asks
   * fail one by one.
   */
  readonly holdMs: number;
  /**
   * After so many failures in a row of the same words, a system is not asked any more; 0: it always
   * is.
   */
  readonly sameFailures: number;
}

export const usualRetries: RetrySettings = {
  attempts: 6,
  budget: 10_000,
  waitMs: 500,
  sampleTimeoutMs: 1_800_000,
  holdMs: 600_000,
  sameFailures: 16,
};

const longestWaitMs = 60_000;

export interface Failure {
  readonly outcome: NoAnswer;
  readonly isTimedOut: boolean;
  /** Requests made for the ask so far. */
  readonly attempt: number;
  readonly retryAfterMs: number | undefined;
}

/**
 * How long to wait before a failed ask is tried again; `undefined`: not at all. Only what may pass
 * is tried again: `rate` and `transient`. Waits double and are shortened by up to a half at random,
 * so that asks that failed together do not come back together. After a time limit nothing is gained
 * by waiting longer each time.
 */
export function waitBeforeRetry(
  failure: Failure,
  settings: RetrySettings,
  random: Random,
): number | undefined {
  const { outcome, isTimedOut, attempt, retryAfterMs } = failure;
  const { cause } = outcome;
  if (outcome.kind !== "failed" || (cause !== "rate" && cause !== "transient")) return undefined;
  if (attempt >= settings.attempts * (cause === "rate" ? 2 : 1)) return undefined;
  const doubled = isTimedOut
    ? settings.waitMs
    : Math.min(longestWaitMs, settings.waitMs * 2 ** (attempt - 1));
  // The limiter keeps still for as long as was asked for; this is on top, to come back one after
  // the other.
  return (
    (retryAfterMs === undefined ? doubled : Math.min(doubled, settings.waitMs)) * (1 - random() / 2)
  );
}

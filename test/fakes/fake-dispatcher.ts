import { createHash } from "node:crypto";
import type { Timer } from "../../src/core/asking/timer.ts";
import { Dispatcher, type DispatcherParts } from "../../src/engine/dispatcher.ts";
import { LocalLimiter } from "../../src/evaluation/asking/local-limiter.ts";
import { Spending } from "../../src/evaluation/asking/spending.ts";

const never = new AbortController().signal;

/** Real time, for tests that wait no longer than milliseconds. */
const shortTimer: Timer = {
  now: () => performance.now(),
  after(ms, action) {
    const timeout = setTimeout(action, ms);
    return () => clearTimeout(timeout);
  },
  breath: () => Promise.resolve(),
};

/** A dispatcher for tests: retries come after a millisecond, nothing is cached, nothing costs. */
export function fakeDispatcher(given: Partial<DispatcherParts> = {}): Dispatcher {
  return new Dispatcher({
    timer: shortTimer,
    digest: (text) => createHash("sha256").update(text).digest("hex"),
    random: () => 0.5,
    retries: {
      attempts: 3,
      budget: 1_000,
      waitMs: 1,
      sampleTimeoutMs: 60_000,
      holdMs: 0,
      sameFailures: 0,
    },
    ceiling: {},
    cache: undefined,
    budget: new Spending({ prices: {}, budget: undefined, before: {} }),
    limiterOf: (options) => new LocalLimiter({ timer: given.timer ?? shortTimer, ...options }),
    seedOf: (repeat) => repeat,
    stop: never,
    abort: never,
    ...given,
  });
}

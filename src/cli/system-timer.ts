import type { Timer } from "../core/timer.ts";

/** More would overflow what the platform can wait. */
const longestMs = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemTimer: Timer = {
  now: () => performance.now(),
  after(ms, action) {
    const timeout = setTimeout(action, Math.min(ms, longestMs));
    return () => clearTimeout(timeout);
  },
};

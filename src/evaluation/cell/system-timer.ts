import type { Timer } from "../../core/asking/timer.ts";

/** More would overflow what the platform can wait. */
const longestMs = 2 ** 31 - 1;

/** The machine's own clock. */
export function systemTimer(): Timer {
  let breathing: Promise<void> | undefined;
  return {
    now: () => performance.now(),
    after(ms, action) {
      const timeout = setTimeout(action, Math.min(ms, longestMs));
      return () => clearTimeout(timeout);
    },
    breath() {
      breathing ??= roundOfEvents().then(() => {
        breathing = undefined;
      });
      return breathing;
    },
  };
}

/**
 * Connections send what they are given at the end of a round, so that only the end of the next one
 * comes after it.
 */
function roundOfEvents(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

import { setImmediate } from "node:timers/promises";

const MAX_BUSY_MS = 20;

/**
 * Calls into FFmpeg are synchronous, which is many times cheaper per packet than a promise each.
 * Loops over them await this, which gives the event loop a turn every few milliseconds and notices
 * an abort.
 */
export function eventLoopPause(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_BUSY_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
      signal?.throwIfAborted();
    });
  };
}

import type { Interrupt } from "../../evaluation/run/run-session.ts";
import { exitCode } from "../exit-code.ts";

const graceMs = 10_000;
/** Ctrl-C, a polite kill, and the end of the terminal. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * First Ctrl-C (or SIGTERM): stop, give what is in flight ten seconds. Second: leave at once; what
 * was acknowledged is on the disk.
 */
export function onInterrupt(say: (message: string) => void): Interrupt {
  const stop = new AbortController();
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const handle = () => {
    if (stop.signal.aborted) process.exit(exitCode.interrupted);
    say("stopping: waiting up to 10 s for what is in flight (press Ctrl-C again to leave at once)");
    stop.abort();
    timer = setTimeout(() => abort.abort(), graceMs);
  };
  for (const signal of signals) process.on(signal, handle);
  return {
    stop: stop.signal,
    abort: abort.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, handle);
    },
  };
}

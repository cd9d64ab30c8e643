import { exitCode } from "./exit-code.ts";

const graceMs = 10_000;

/** The signals by which a run is left: `stop` takes no more work, `abort` ends what is in flight. */
export interface Interrupt extends Disposable {
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
}

/** First Ctrl-C (or SIGTERM): stop, give what is in flight ten seconds. Second: leave at once; what was acknowledged is on the disk. */
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
  process.on("SIGINT", handle);
  process.on("SIGTERM", handle);
  return {
    stop: stop.signal,
    abort: abort.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      process.off("SIGINT", handle);
      process.off("SIGTERM", handle);
    },
  };
}

import { runStores } from "../../store/run-stores.ts";
import type { LiveProgress } from "../../summary/browse/live-progress.ts";
import { ProgressOfLog } from "../../summary/browse/progress-of-log.ts";
import { readAsking } from "../monitor/asking-file.ts";

/** So often at most there is something new to say. */
const reportMs = 500;
/** So often at least: rates fall while nothing happens, and the writer may be gone. */
const tickMs = 3_000;

type Listener = (progress: LiveProgress) => void;

interface Watched {
  readonly listeners: Set<Listener>;
  readonly left: AbortController;
  newest: LiveProgress | undefined;
}

/** Runs that are being looked at while they go on: one reader of a log for all who look. */
export class LiveRuns implements Disposable {
  readonly #watched = new Map<string, Watched>();

  /** Calls back with how far the run is, now and whenever that changes, until it is disposed of. */
  watch(directory: string, listener: Listener): Disposable {
    const watched = this.#watched.get(directory) ?? this.#start(directory);
    watched.listeners.add(listener);
    if (watched.newest) listener(watched.newest);
    return {
      [Symbol.dispose]: () => {
        watched.listeners.delete(listener);
        if (watched.listeners.size === 0) this.#end(directory, watched);
      },
    };
  }

  /** How many logs are being read. */
  get size(): number {
    return this.#watched.size;
  }

  [Symbol.dispose](): void {
    for (const [directory, watched] of this.#watched) this.#end(directory, watched);
  }

  #start(directory: string): Watched {
    const watched = {
      listeners: new Set<Listener>(),
      left: new AbortController(),
      newest: undefined,
    };
    this.#watched.set(directory, watched);
    follow(directory, watched)
      // A log that cannot be read has its own place to say so: the page of the run.
      .catch(() => undefined)
      .finally(() => this.#end(directory, watched));
    return watched;
  }

  #end(directory: string, watched: Watched): void {
    watched.left.abort();
    if (this.#watched.get(directory) === watched) this.#watched.delete(directory);
  }
}

async function follow(directory: string, watched: Watched): Promise<void> {
  const { listeners, left } = watched;
  await using store = await runStores.read(directory);
  const log = new ProgressOfLog(store.header);
  let due: NodeJS.Timeout | undefined;
  const report = async () => {
    due = undefined;
    const isRunning = await runStores.isBeingWritten(directory);
    const asking = isRunning ? await readAsking(store.files, Date.now()) : undefined;
    if (left.signal.aborted) return;
    watched.newest = log.progress(Date.now(), isRunning, asking);
    for (const listener of listeners) listener(watched.newest);
  };
  const later = () => {
    due ??= setTimeout(() => void report(), reportMs);
  };
  const ticking = setInterval(later, tickMs);
  try {
    later();
    for await (const events of store.tail(left.signal)) {
      for (const event of events) log.take(event);
      later();
    }
  } finally {
    clearInterval(ticking);
    clearTimeout(due);
  }
}

import { type FSWatcher, watch } from "node:fs";

/** After a change so long for more of them, so that a busy writer does not keep a reader busy. */
const settleMs = 100;
/** Where nobody says that a file has changed, as on drives of other machines, it is looked at. */
const lookMs = 2_000;

/** Steps at once, and whenever a file may have changed since, until the signal is aborted. */
export async function* fileChanges(path: string, signal: AbortSignal): AsyncGenerator<void> {
  let wake: () => void = () => undefined;
  let isChanged = false;
  const note = () => {
    if (!isChanged) wake();
    isChanged = true;
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(path, { persistent: false }, note);
    watcher.on("error", () => watcher?.close());
  } catch {
    // Not every file can be watched: looking now and then is enough.
  }
  const leave = () => wake();
  signal.addEventListener("abort", leave);
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  try {
    while (!signal.aborted) {
      isChanged = false;
      yield;
      if (!isChanged && !signal.aborted) await wait(lookMs);
      if (isChanged && !signal.aborted) await wait(settleMs);
    }
  } finally {
    signal.removeEventListener("abort", leave);
    watcher?.close();
  }
}

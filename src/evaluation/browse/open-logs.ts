import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { KeptRun } from "../../core/run/run-store.ts";
import { runStores } from "../../store/run-stores.ts";

/** Logs that stay open; the one that was used longest ago is closed first. */
const mostOpen = 4;

/** A log that stays open at least until it is disposed of. */
export interface LentLog extends AsyncDisposable {
  readonly store: KeptRun;
}

interface OpenLog {
  /** Another one as soon as the log has grown. */
  readonly state: string;
  readonly store: Promise<KeptRun>;
  users: number;
  isOld: boolean;
}

/**
 * Logs of runs, open for reading: the index of a large one takes a moment to load, and pages of one
 * run are asked for one after the other.
 */
export class OpenLogs implements AsyncDisposable {
  readonly #open = new Map<string, OpenLog>();

  async lend(directory: string): Promise<LentLog> {
    const state = await logState(directory);
    const known = this.#open.get(directory);
    const log =
      known?.state === state
        ? known
        : { state, store: runStores.read(directory), users: 0, isOld: false };
    this.#open.delete(directory);
    this.#open.set(directory, log);
    log.users++;
    if (known && known !== log) await retire(known);
    for (const [oldest, other] of this.#open) {
      if (this.#open.size <= mostOpen) break;
      this.#open.delete(oldest);
      await retire(other);
    }
    try {
      const store = await log.store;
      return { store, [Symbol.asyncDispose]: () => release(log) };
    } catch (error) {
      if (this.#open.get(directory) === log) this.#open.delete(directory);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const log of this.#open.values()) await retire(log);
    this.#open.clear();
  }
}

/** Another text as soon as the log of a run is another. */
export async function logState(directory: string): Promise<string> {
  const { logFile } = runStores.files(directory);
  const facts = await stat(join(directory, logFile)).catch(() => undefined);
  return `${facts?.ino} ${facts?.size} ${facts?.mtimeMs}`;
}

/** Closed now, or by the last who uses it. */
async function retire(log: OpenLog): Promise<void> {
  log.isOld = true;
  if (log.users === 0) await close(log);
}

async function release(log: OpenLog): Promise<void> {
  log.users--;
  if (log.isOld && log.users === 0) await close(log);
}

async function close({ store }: OpenLog): Promise<void> {
  const opened = await store.catch(() => undefined);
  await opened?.[Symbol.asyncDispose]();
}

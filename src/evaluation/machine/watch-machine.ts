import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import { usualResources } from "../../config/schema/resources-schema.ts";
import type { Json } from "../../core/json.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { cacheDirectory } from "../../media/cache/cache-directory.ts";
import { type MachineReading, machineSummary } from "../../summary/performance/machine-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import type { OnEvent } from "../evaluation-event.ts";
import type { Task } from "../task/open-task.ts";
import { folderSize } from "./folder-size.ts";
import { MachineWatch } from "./machine-watch.ts";
import { storageSizes } from "./storage-sizes.ts";
import { videoHours } from "./video-hours.ts";

/** The note of the log that says what a start took. */
const noteName = "machine";
/** Counting files takes at most this part of the time of the run, and never longer than this. */
const countingShare = 0.05;
const longestCountingMs = 100;

interface WatchedRun {
  readonly config: Pick<Config, "resources">;
  /** The folder that paths of the configuration are relative to. */
  readonly base: string;
  readonly store: KeptRun;
  readonly onEvent: OnEvent;
}

/** Watches the machine from now on; `record` ends it and puts what was seen into the log. */
export interface RunWatch extends Disposable {
  record(tasks: readonly Task[]): Promise<void>;
}

/** @throws {UserError} where a file that is to hold the id of a process does not. */
export function watchMachine({ config, base, store, onEvent }: WatchedRun): RunWatch {
  const { everyMs, pids, storage } = config.resources ?? usualResources;
  if (everyMs === 0) return { record: async () => undefined, [Symbol.dispose]: () => undefined };
  const watch = new MachineWatch({
    everyMs,
    pids: pids.map((pid) => (typeof pid === "number" ? pid : pidIn(resolve(base, pid)))),
    onLook: (look) => onEvent({ type: "machine", ...look }),
  });
  return {
    async record(tasks) {
      const watched = watch.finish();
      watch[Symbol.dispose]();
      const hours =
        storage.length === 0 ? null : await videoHours(tasks.map(({ samples }) => samples));
      const countingMs = Math.min(longestCountingMs, 1_000 * watched.seconds * countingShare);
      const reading: MachineReading = {
        ...watched,
        run: await folderSize(store.files.directory, countingMs),
        cache: await folderSize(cacheDirectory(), countingMs),
        storage: await storageSizes(storage, { directory: base, videoHours: hours }),
      };
      await store.append([
        { event: "note", note: noteName, data: reading as unknown as Json, at: Date.now() },
      ]);
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}

/** A summary with what all starts of the run took. */
export async function withMachine(
  summary: Summary,
  store: Pick<KeptRun, "notes">,
): Promise<Summary> {
  const machine = machineSummary((await store.notes(noteName)).map(({ data }) => data));
  return machine ? { ...summary, machine } : summary;
}

function pidIn(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new UserError(
      `resources.pids: no such file: ${path}`,
      "name the id of a process, or a file that holds it",
    );
  }
  const pid = Number(text.trim());
  if (Number.isInteger(pid) && pid > 0) return pid;
  throw new UserError(`resources.pids: ${path} holds no id of a process`);
}

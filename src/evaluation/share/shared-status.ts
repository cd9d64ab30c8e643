import type { ChunkProgress } from "../../core/run/shared-run-store.ts";
import type { Database } from "../../store/postgres/database.ts";
import { type SharedRunState, SharedRuns } from "../../store/postgres/shared-runs.ts";
import {
  type KnownWorker,
  silenceSeconds,
  WorkerRegistry,
} from "../../store/postgres/worker-registry.ts";

export interface SharedRunStatus {
  readonly name: string;
  readonly state: SharedRunState;
  readonly progress: readonly ChunkProgress[];
  /** Workers that fell silent while they held work that is not done yet. */
  readonly deaths: number;
}

export interface SharedWorker extends KnownWorker {
  /** Whether it was heard of lately. */
  readonly isThere: boolean;
}

/** What a database says of its runs and workers. */
export interface SharedStatus {
  readonly schema: "vidimus-status/1";
  readonly runs: readonly SharedRunStatus[];
  readonly workers: readonly SharedWorker[];
}

export async function sharedStatus(database: Database): Promise<SharedStatus> {
  const runs = new SharedRuns(database);
  const described: SharedRunStatus[] = [];
  for (const run of await runs.list()) {
    await using store = await runs.open(run, { isReader: true });
    const deaths = await runs.deaths(run);
    described.push({ name: run.name, state: run.state, progress: await store.progress(), deaths });
  }
  const workers = await new WorkerRegistry(database).list();
  return {
    schema: "vidimus-status/1",
    runs: described,
    workers: workers.map((worker) => ({
      ...worker,
      isThere: worker.silentSeconds < silenceSeconds,
    })),
  };
}

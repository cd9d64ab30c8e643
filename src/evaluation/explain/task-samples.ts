import type { PlannedSample } from "../../core/data/dataset.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { Scoring } from "../../scoring/scoring.ts";
import { rescoreRun } from "../run/rescore-run.ts";

interface TaskSamples {
  /** By their ids; those that cannot be read are absent. */
  readonly samples: ReadonlyMap<string, PlannedSample>;
  /** Absent where the data cannot be opened. */
  readonly scoring?: Scoring;
}

/** Samples of a task of a run as its data has them now, and how they are scored. */
export async function taskSamples(
  store: KeptRun,
  task: string,
  ids: readonly string[],
): Promise<TaskSamples> {
  const found = new Map<string, PlannedSample>();
  let scoring: Scoring | undefined;
  if (ids.length === 0) return { samples: found };
  try {
    await rescoreRun({
      store,
      onEvent: () => undefined,
      set: [],
      isOffline: true,
      select: ({ seed }) => ({ ids, seed }),
      taskIds: new Set([task]),
      onTasks: async ([opened]) => {
        scoring = opened?.scoring;
        for await (const batch of opened?.samples ?? [])
          for (const planned of batch) found.set(planned.sample.id, planned);
        return undefined;
      },
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  return { samples: found, ...(scoring ? { scoring } : {}) };
}

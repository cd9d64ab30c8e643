import type { PlannedSample } from "../../core/data/dataset.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { rescoreRun } from "../run/rescore-run.ts";

/**
 * Samples of a task of a run by their ids, as its data has them now; those that cannot be read are
 * absent.
 */
export async function samplesOf(
  store: KeptRun,
  task: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlannedSample>> {
  const found = new Map<string, PlannedSample>();
  try {
    await rescoreRun({
      store,
      onEvent: () => undefined,
      set: [],
      isOffline: true,
      select: ({ seed }) => ({ ids, seed }),
      taskIds: new Set([task]),
      onTasks: async ([opened]) => {
        for await (const batch of opened?.samples ?? [])
          for (const planned of batch) found.set(planned.sample.id, planned);
        return undefined;
      },
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  return found;
}

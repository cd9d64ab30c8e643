import type { PlannedSample } from "../../core/data/dataset.ts";
import type { Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";

interface RunSamples {
  readonly task: Task;
  readonly samples: ReadonlyMap<string, PlannedSample>;
}

interface RunSamplesRequest {
  /** The only one if absent. */
  readonly task: string | undefined;
  readonly ids: ReadonlySet<string>;
  change?(spec: Json): Json;
}

/** Samples of a task of a run by their ids, of the whole dataset; no answer is read. */
export async function readRunSamples(
  directory: string,
  { task: wanted, ids, change }: RunSamplesRequest,
): Promise<RunSamples> {
  await using store = await runStores.read(directory);
  const samples = new Map<string, PlannedSample>();
  let task: Task | undefined;
  await rescoreRun({
    store,
    onEvent: () => undefined,
    set: [],
    isOffline: true,
    onlyEvidence: true,
    systems: () => [],
    select: () => undefined,
    ...(wanted === undefined ? {} : { taskIds: new Set([wanted]) }),
    ...(change ? { change } : {}),
    onTasks: async (tasks) => {
      if (tasks.length !== 1)
        throw new UserError(
          tasks.length === 0
            ? `the run has no task ${wanted}`
            : `the run has several tasks: ${tasks.map(({ id }) => id).join(", ")}`,
          tasks.length === 0 ? undefined : `say which is meant: --task ${tasks[0]!.id}`,
        );
      task = tasks[0]!;
      for await (const batch of task.all)
        for (const planned of batch)
          if (ids.has(planned.sample.id)) samples.set(planned.sample.id, planned);
      return undefined;
    },
  });
  if (!task) throw new UserError(`the run has no task ${wanted}`);
  return { task, samples };
}

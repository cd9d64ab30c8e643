import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { QueueChoices } from "../../summary/review/review-pages.ts";
import { loadRegistries } from "../extend/load-registries.ts";
import { readSummary } from "../output/run-files.ts";

/** What queues of a run can be about: its tasks, what people can be asked, and whose answers. */
export async function queueChoices(directory: string, run: string): Promise<QueueChoices> {
  const header = await runStores.header(directory);
  const { stored } = await readSummary(runStores.files(directory));
  if (!stored)
    throw new UserError(`the run ${run} has no figures yet`, `score it: vidimus score ${run}`);
  const spec = isRecord(header?.spec) && Array.isArray(header.spec.tasks) ? header.spec.tasks : [];
  const { families } = await loadRegistries({ systemKinds: [] });
  return {
    run,
    tasks: stored.summary.tasks.map(({ id, family, systems }) => {
      const aspects = families.find((one) => one.id === family)?.people.aspects ?? [];
      const own = spec.find((task) => isRecord(task) && task.id === id);
      const graders = isRecord(own) && isRecord(own.graders) ? own.graders : {};
      return {
        ...{ id, family },
        aspects: aspects.map(({ id: aspect, title, judge }) => ({
          ...{ id: aspect, title },
          isJudged: judge !== undefined && judge.role in graders,
        })),
        systems: systems.map((system) => ({ id: system.id, isReference: isReference(system) })),
      };
    }),
  };
}

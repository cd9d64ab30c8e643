import type { Config } from "../../config/config.ts";
import { withoutReplies } from "../../scoring/reason-counter.ts";
import type { Failure } from "../../summary/failure.ts";
import type { PublishedResult } from "../../summary/published-result.ts";
import { withMinimums } from "../../summary/shortfalls.ts";
import type { Summary } from "../../summary/summary.ts";
import { withTargets } from "../../summary/target-verdicts.ts";
import type { Task } from "../task/open-task.ts";
import { sliceSources } from "./evaluate-tasks.ts";

/** A summary with what the configuration holds it to and sets beside it. */
export function withSettings(summary: Summary, config: Config, tasks: readonly Task[]): Summary {
  const judged = withMinimums(withTargets(summary, config.targets, sliceSources(tasks)), config);
  const unshared = new Set(tasks.filter(({ isShared }) => !isShared).map(({ id }) => id));
  return withoutContent(withPublished(judged, config.references), unshared);
}

/** Of data that may not be handed on, examples of mistakes are ids alone, and no reply is quoted. */
function withoutContent(summary: Summary, unshared: ReadonlySet<string>): Summary {
  if (unshared.size === 0) return summary;
  const bare = ({ sample, errorClass, outcome }: Failure): Failure => ({
    sample,
    errorClass,
    outcome,
    view: { title: sample, blocks: [] },
  });
  return {
    ...summary,
    tasks: summary.tasks.map((task) =>
      unshared.has(task.id)
        ? {
            ...task,
            systems: task.systems.map((system) => ({
              ...system,
              failures: system.failures.map(bare),
              reasons: withoutReplies(system.reasons),
            })),
          }
        : task,
    ),
  };
}

function withPublished(summary: Summary, references: Config["references"]): Summary {
  if (references.length === 0) return summary;
  return {
    ...summary,
    tasks: summary.tasks.map((task) => {
      const published = references.flatMap(({ task: id, ...result }): PublishedResult[] =>
        id === task.id ? [result] : [],
      );
      return published.length === 0 ? task : { ...task, published };
    }),
  };
}

import type { Config } from "../../config/config.ts";
import type { PublishedResult } from "../../summary/published-result.ts";
import { withMinimums } from "../../summary/shortfalls.ts";
import type { Summary } from "../../summary/summary.ts";
import { withTargets } from "../../summary/target-verdicts.ts";
import type { Task } from "../task/open-task.ts";
import { sliceSources } from "./evaluate-tasks.ts";

/** A summary with what the configuration holds it to and sets beside it. */
export function withSettings(summary: Summary, config: Config, tasks: readonly Task[]): Summary {
  const judged = withMinimums(withTargets(summary, config.targets, sliceSources(tasks)), config);
  return withPublished(judged, config.references);
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

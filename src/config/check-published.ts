import { isRecord } from "../core/json.ts";
import { choiceHint } from "./problems/choice-hint.ts";
import { type Report, type TaskNames, unknownMetric } from "./task-names.ts";

/** Whether published results name tasks and metrics that there are. */
export function checkPublished(
  references: unknown,
  tasks: readonly TaskNames[],
  report: Report,
): void {
  const taskIds = tasks.map(({ id }) => id).filter((id) => typeof id === "string");
  for (const [at, result] of (Array.isArray(references) ? references : []).entries()) {
    if (!isRecord(result)) continue;
    const { task: id, metric } = result;
    const task = tasks.find((candidate) => candidate.id === id);
    if (typeof id === "string" && !task)
      report({
        path: ["references", at, "task"],
        about: "value",
        message: `unknown task "${id}"`,
        hint: choiceHint("task", id, taskIds),
      });
    if (!task?.metrics || typeof metric !== "string") continue;
    const ids = task.metrics.map((one) => one.id);
    if (!ids.includes(metric))
      report({
        path: ["references", at, "metric"],
        about: "value",
        ...unknownMetric(metric, [task], ids),
      });
  }
}

import { isRecord } from "../core/json.ts";
import { lessIsBetter, type Metric } from "../core/scores/metric.ts";
import { choiceHint } from "./problems/choice-hint.ts";
import type { Problem } from "./problems/problem.ts";
import { type Report, type TaskNames, unknownMetric } from "./task-names.ts";

/** Whether published results name tasks and metrics that there are, with values that can be. */
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
    const known = task.metrics.find((one) => one.id === metric);
    if (known) checkFigures(result, known, (problem) => report(placed(problem, at)));
    else
      report({
        path: ["references", at, "metric"],
        about: "value",
        ...unknownMetric(
          metric,
          [task],
          task.metrics.map((one) => one.id),
        ),
      });
  }
}

interface WrongFigure extends Pick<Problem, "message" | "hint"> {
  readonly name: string;
}

function placed({ name, ...words }: WrongFigure, at: number): Problem {
  return { path: ["references", at, name], about: "value", ...words };
}

/** What nothing can score, and what lies outside of its own interval. */
function checkFigures(
  result: Readonly<Record<string, unknown>>,
  metric: Metric,
  report: (problem: WrongFigure) => void,
): void {
  const { best, id } = metric;
  const isLess = lessIsBetter(metric);
  for (const name of ["value", "low", "high"]) {
    const figure = result[name];
    if (typeof figure !== "number" || (isLess ? figure >= best : figure <= best)) continue;
    const isPercent = best === 1 && figure <= 100;
    report({
      name,
      message: `${figure} is better than anything that ${id} can be (${best})`,
      hint: isPercent ? `write a fraction: ${figure / 100}, not ${figure}` : undefined,
    });
    return;
  }
  const { value, low, high } = result;
  if (typeof value !== "number") return;
  const isBelow = typeof low === "number" && value < low;
  const isAbove = typeof high === "number" && value > high;
  if (isBelow || isAbove)
    report({
      name: "value",
      message: `${value} is outside of its own interval (${low ?? "–"} to ${high ?? "–"})`,
      hint: undefined,
    });
}

import { formatCount, formatPercent } from "./format-number.ts";
import { totalOf, unscoredKinds } from "./outcome-totals.ts";
import type { Summary, SystemSummary } from "./summary.ts";

/** Whether a run can be read as it stands. */
export interface Verdict {
  readonly isComplete: boolean;
  /** Scored samples over planned ones, all tasks and systems together; `null` where nothing was planned. */
  readonly coverage: number | null;
  readonly text: string;
}

export function verdict(summary: Summary): Verdict {
  const systems = summary.tasks.flatMap((task) => task.systems);
  const sum = (of: (system: SystemSummary) => number) => systems.reduce((total, system) => total + of(system), 0);
  const total = sum((system) => system.total);
  const scored = sum((system) => system.n);
  const left = sum((system) => system.outcomes.pending);
  const unscored = sum((system) => totalOf(system.outcomes, unscoredKinds));
  const coverage = total === 0 ? null : scored / total;
  const parts = [
    summary.complete ? "complete" : left > 0 ? `incomplete, ${formatCount(left)} of ${formatCount(total)} left to do` : "incomplete",
    coverage === null ? "nothing was planned" : `coverage ${formatPercent(coverage)}`,
    ...(unscored > 0 ? [`${formatCount(unscored)} could not be scored`] : []),
  ];
  return { isComplete: summary.complete, coverage, text: parts.join("; ") };
}

import { formatCount, formatPercent } from "./format-number.ts";
import { totalOf, unscoredKinds } from "./outcome-totals.ts";
import { shortfallText } from "./shortfalls.ts";
import type { Summary } from "./summary.ts";
import type { SystemSummary } from "./system-summary.ts";

/** Whether a run can be read as it stands. */
export interface Verdict {
  readonly isComplete: boolean;
  /** The lowest of any system on any task; `null` where nothing was planned. */
  readonly coverage: number | null;
  readonly text: string;
  /** What must stand beside it where not all samples were taken; `null` where all were. */
  readonly selection: string | null;
  /** What must stand before everything else where scores are not to be read; `null` where they are. */
  readonly shortfall: string | null;
}

export function verdict(summary: Summary): Verdict {
  const systems = summary.tasks.flatMap((task) => task.systems);
  const sum = (of: (system: SystemSummary) => number) => systems.reduce((total, system) => total + of(system), 0);
  const total = sum((system) => system.total);
  const left = sum((system) => system.outcomes.pending);
  const unscored = sum((system) => totalOf(system.outcomes, unscoredKinds));
  const done = summary.selection ? "complete for the selected samples" : "complete";
  const { coverage, text } = lowestCoverage(summary);
  const parts = [
    summary.complete ? done : left > 0 ? `incomplete, ${formatCount(left)} of ${formatCount(total)} left to do` : "incomplete",
    text,
    ...(unscored > 0 ? [`${formatCount(unscored)} could not be scored`] : []),
  ];
  return {
    isComplete: summary.complete,
    coverage,
    text: parts.join("; "),
    selection: summary.selection ? `only ${summary.selection}: these are not the scores of the whole data` : null,
    shortfall: shortfallText((summary.shortfalls ?? []).map(({ text: words }) => words)),
  };
}

/** A mean over systems would hide a system that failed among baselines that cannot. */
function lowestCoverage({ tasks }: Summary): Pick<Verdict, "coverage" | "text"> {
  const all = tasks.flatMap((task) =>
    task.systems.flatMap(({ id, coverage }) =>
      coverage === null ? [] : [{ coverage, name: tasks.length > 1 ? `${id} on ${task.id}` : id }],
    ),
  );
  if (all.length === 0) return { coverage: null, text: "nothing was planned" };
  const coverage = Math.min(...all.map((one) => one.coverage));
  if (coverage === 1) return { coverage, text: `coverage ${formatPercent(1)}` };
  const [first, ...rest] = all.filter((one) => one.coverage === coverage);
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  return { coverage, text: `lowest coverage ${formatPercent(coverage)} (${first?.name}${more})` };
}

import type { CountedShare } from "../../core/scores/target.ts";
import { formatCount, formatPercent } from "../../summary/format-number.ts";
import { totalOf, unscoredKinds } from "../../summary/outcome-totals.ts";
import { shortfallText } from "../../summary/shortfalls.ts";
import type { Summary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";

/** Whether a run can be read as it stands. */
export interface Verdict {
  readonly isComplete: boolean;
  /** The lowest of any system on any task; `null` where nothing was planned. */
  readonly coverage: number | null;
  readonly text: string;
  /** What must stand beside it where not all samples were taken; `null` where all were. */
  readonly selection: string | null;
  /**
   * What must stand before everything else where scores are not to be read; `null` where they are.
   */
  readonly shortfall: string | null;
}

export function verdict(summary: Summary): Verdict {
  const systems = summary.tasks.flatMap((task) => task.systems);
  const sum = (of: (system: SystemSummary) => number) =>
    systems.reduce((total, system) => total + of(system), 0);
  const total = sum((system) => system.total);
  const left = sum((system) => system.outcomes.pending);
  const unscored = sum((system) => totalOf(system.outcomes, unscoredKinds));
  const done = summary.selection ? "complete for the selected samples" : "complete";
  const [coverage, answered] = [lowestShare(summary, "coverage"), lowestShare(summary, "answered")];
  const parts = [
    summary.complete
      ? done
      : left > 0
        ? `incomplete, ${formatCount(left)} of ${formatCount(total)} left to do`
        : "incomplete",
    coverage?.text ?? "nothing was planned",
    // What was not covered was not answered either.
    ...(coverage && answered && answered.value < coverage.value ? [answered.text] : []),
    ...(unscored > 0 ? [`${formatCount(unscored)} could not be scored`] : []),
  ];
  return {
    isComplete: summary.complete,
    coverage: coverage?.value ?? null,
    text: parts.join("; "),
    selection: summary.selection
      ? `only ${summary.selection}: these are not the scores of the whole data`
      : null,
    shortfall: shortfallText((summary.shortfalls ?? []).map(({ text: words }) => words)),
  };
}

/** A mean over systems would hide a system that failed among baselines that cannot. */
function lowestShare(
  { tasks }: Summary,
  share: CountedShare,
): { readonly value: number; readonly text: string } | undefined {
  const all = tasks.flatMap((task) =>
    task.systems.flatMap((system) => {
      const value = system[share];
      return value === null
        ? []
        : [{ value, name: tasks.length > 1 ? `${system.id} on ${task.id}` : system.id }];
    }),
  );
  if (all.length === 0) return undefined;
  const value = Math.min(...all.map((one) => one.value));
  if (value === 1) return { value, text: `${share} ${formatPercent(1)}` };
  const [first, ...rest] = all.filter((one) => one.value === value);
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  return { value, text: `lowest ${share} ${formatPercent(value)} (${first?.name}${more})` };
}

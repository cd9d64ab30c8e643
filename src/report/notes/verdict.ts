import type { CountedShare } from "../../core/scores/target.ts";
import { formatCount, formatPercent } from "../../summary/format-number.ts";
import { type LowestShare, lowestShare, runTotals } from "../../summary/run-totals.ts";
import { shortfallText } from "../../summary/shortfalls.ts";
import type { Summary } from "../../summary/summary.ts";

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
  const { total, left, unscored } = runTotals(summary);
  const done = summary.selection ? "complete for the selected samples" : "complete";
  const [coverage, answered] = [lowestShare(summary, "coverage"), lowestShare(summary, "answered")];
  const parts = [
    summary.complete
      ? done
      : left > 0
        ? `incomplete, ${formatCount(left)} of ${formatCount(total)} left to do`
        : "incomplete",
    ...(summary.failures ?? []).map(({ task, error }) => `the task ${task} is left out (${error})`),
    coverage ? shareText("coverage", coverage) : "nothing was planned",
    // What was not covered was not answered either.
    ...(coverage && answered && answered.value < coverage.value
      ? [shareText("answered", answered)]
      : []),
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

function shareText(share: CountedShare, { value, names }: LowestShare): string {
  if (value === 1) return `${share} ${formatPercent(1)}`;
  const more = names.length === 1 ? "" : ` and ${names.length - 1} more`;
  return `lowest ${share} ${formatPercent(value)} (${names[0]}${more})`;
}

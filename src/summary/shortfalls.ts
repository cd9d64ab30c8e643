import type { Minimums } from "../core/scores/minimums.ts";
import { isBaseline } from "./baseline-systems.ts";
import { formatCount, formatPercent } from "./format-number.ts";
import type { OutcomeCounts } from "./outcome-summary.ts";
import { outcomeList, totalOf, unansweredKinds, uncoveredKinds } from "./outcome-totals.ts";
import type { Shortfall, Summary } from "./summary.ts";
import type { SystemSummary } from "./system-summary.ts";

/**
 * The summary with every system of which too little came back or too little could be read; none is
 * added where all have enough.
 */
export function withMinimums(summary: Summary, minimums: Minimums): Summary {
  const found = summary.tasks.flatMap((task) =>
    task.systems.flatMap((system) => {
      const name = summary.tasks.length > 1 ? `${system.id} on ${task.id}` : system.id;
      return shortfallsOf(system, minimums).map(({ words, ...one }) => ({
        task: task.id,
        system: system.id,
        ...one,
        text: `${name}: ${words}`,
      }));
    }),
  );
  const { shortfalls: _, ...rest } = summary;
  return found.length === 0 ? rest : { ...rest, shortfalls: found };
}

type Found = Omit<Shortfall, "task" | "system" | "text"> & { readonly words: string };

/**
 * Of what was reached: that work is left to do is said elsewhere. What little coverage explains is
 * not said twice.
 */
function shortfallsOf(
  system: SystemSummary,
  { minCoverage, minAnswered }: Minimums,
): readonly Found[] {
  const { outcomes, total } = system;
  const { answered } = outcomes;
  const samples = total - outcomes.pending;
  if (samples === 0) return [];
  const covered = samples - totalOf(outcomes, uncoveredKinds);
  const isUncovered = covered / samples < minCoverage;
  const isUnread = covered > 0 && answered / (isUncovered ? covered : samples) < minAnswered;
  const least =
    isUnread && !isExpectedSilent(system)
      ? [unread(answered, samples, { outcomes, minAnswered })]
      : [];
  return isUncovered ? [...least, uncovered(covered, samples, { system, minCoverage })] : least;
}

function uncovered(
  covered: number,
  samples: number,
  { system, minCoverage }: Pick<Minimums, "minCoverage"> & { readonly system: SystemSummary },
): Found {
  const { kind, outcomes } = system;
  const came = kind === "predictions" ? "are in its predictions" : "were put to it and came back";
  const why = outcomeList(outcomes, uncoveredKinds);
  const words = `${partOf(covered, samples, outcomes)} ${came} (${why}), fewer than minCoverage (${share(minCoverage)})`;
  return { measure: "coverage", value: covered / samples, least: minCoverage, samples, words };
}

function unread(
  answered: number,
  samples: number,
  { outcomes, minAnswered }: Pick<Minimums, "minAnswered"> & Pick<SystemSummary, "outcomes">,
): Found {
  const why = outcomeList(outcomes, noAnswerKinds);
  const words = `${partOf(answered, samples, outcomes)} have a readable answer (${why}), fewer than minAnswered (${share(minAnswered)})`;
  return { measure: "answered", value: answered / samples, least: minAnswered, samples, words };
}

const noAnswerKinds: readonly (keyof OutcomeCounts)[] = [
  ...new Set([...unansweredKinds, ...uncoveredKinds]),
];

/**
 * Who is shown nothing of a video, or less than there is, may well say that it cannot tell: that is
 * what a probe is for.
 */
function isExpectedSilent(system: SystemSummary): boolean {
  return isBaseline(system) || system.probe !== undefined;
}

function partOf(count: number, samples: number, { pending }: OutcomeCounts): string {
  const planned = pending === 0 ? "" : ` (${formatCount(samples + pending)} are planned)`;
  return `${formatCount(count)} of ${formatCount(samples)} samples${planned}`;
}

function share(value: number): string {
  return formatPercent(value, Number.isInteger(Math.round(value * 1e6) / 1e4) ? 0 : 2);
}

const shownShortfalls = 3;

/** What must be read before any score; `null` where nothing falls short. */
export function shortfallText(texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  const rest = texts.length - shownShortfalls;
  return `too little to judge by: ${texts.slice(0, shownShortfalls).join("; ")}${rest > 0 ? `; and ${formatCount(rest)} more` : ""}`;
}

/** Whether a summary can be read as it stands: nothing is left to do, and no system falls short. */
export function isReadable({ complete, shortfalls = [] }: Summary): boolean {
  return complete && shortfalls.length === 0;
}

import { cameBack, isScored, outcomeKinds } from "../core/run/outcome.ts";
import { formatCount } from "./format-number.ts";
import type { OutcomeCounts } from "./outcome-summary.ts";
import type { SystemSummary } from "./system-summary.ts";

/** Kinds of outcome in the order in which they are listed, samples that were not reached last. */
export const outcomeOrder: readonly (keyof OutcomeCounts)[] = [...outcomeKinds, "pending"];

export const noOutcomes = Object.fromEntries(
  outcomeOrder.map((kind) => [kind, 0]),
) as OutcomeCounts;

/** What the system did not answer by its own doing. */
export const unansweredKinds: readonly (keyof OutcomeCounts)[] = outcomeKinds.filter(
  (kind) => kind !== "answered" && isScored(kind),
);

/** What could not be put to the system. */
export const unscoredKinds: readonly (keyof OutcomeCounts)[] = outcomeKinds.filter(
  (kind) => !isScored(kind),
);

/** What lowers coverage, samples that were not reached left aside. */
export const uncoveredKinds: readonly (keyof OutcomeCounts)[] = outcomeKinds.filter(
  (kind) => !cameBack(kind),
);

const coveredKinds: readonly (keyof OutcomeCounts)[] = outcomeKinds.filter(cameBack);

/**
 * Both shares of the planned samples that stand beside every score; `null` where nothing was
 * planned.
 */
export function sharesOf(outcomes: OutcomeCounts): Pick<SystemSummary, "coverage" | "answered"> {
  const total = totalOf(outcomes, outcomeOrder);
  if (total === 0) return { coverage: null, answered: null };
  return { coverage: totalOf(outcomes, coveredKinds) / total, answered: outcomes.answered / total };
}

/** "34 unparsed, 3 refused". */
export function outcomeList(
  outcomes: OutcomeCounts,
  kinds: readonly (keyof OutcomeCounts)[] = outcomeOrder,
): string {
  return kinds
    .filter((kind) => outcomes[kind] > 0)
    .map((kind) => `${formatCount(outcomes[kind])} ${kind}`)
    .join(", ");
}

export function totalOf(outcomes: OutcomeCounts, kinds: readonly (keyof OutcomeCounts)[]): number {
  return kinds.reduce((sum, kind) => sum + outcomes[kind], 0);
}

export function hasUnanswered(system: SystemSummary): boolean {
  return totalOf(system.outcomes, unansweredKinds) > 0;
}

/** The unanswered samples of a system, and their share of all that were planned. */
export function unansweredOf({ outcomes, total }: Pick<SystemSummary, "outcomes" | "total">): {
  readonly count: number;
  readonly share: number;
} {
  const count = totalOf(outcomes, unansweredKinds);
  return { count, share: total === 0 ? 0 : count / total };
}

/** How many of `count` have none of these reasons, of which only the most frequent are kept. */
export function otherReasons(
  count: number,
  reasons: readonly { readonly count: number }[],
): number {
  return count - reasons.reduce((sum, reason) => sum + reason.count, 0);
}

import { isScored, outcomeKinds } from "../core/outcome.ts";
import type { OutcomeCounts } from "./outcome-summary.ts";
import type { SystemSummary } from "./system-summary.ts";

/** Kinds of outcome in the order in which they are told, samples that were not reached last. */
export const outcomeOrder: readonly (keyof OutcomeCounts)[] = [...outcomeKinds, "pending"];

export const noOutcomes = Object.fromEntries(outcomeOrder.map((kind) => [kind, 0])) as OutcomeCounts;

/** What the system did not answer by its own doing. */
export const unansweredKinds: readonly (keyof OutcomeCounts)[] = outcomeKinds.filter((kind) => kind !== "answered" && isScored(kind));

/** What could not be put to the system. */
export const unscoredKinds: readonly (keyof OutcomeCounts)[] = outcomeKinds.filter((kind) => !isScored(kind));

export function totalOf(outcomes: OutcomeCounts, kinds: readonly (keyof OutcomeCounts)[]): number {
  return kinds.reduce((sum, kind) => sum + outcomes[kind], 0);
}

export function hasUnanswered(system: SystemSummary): boolean {
  return totalOf(system.outcomes, unansweredKinds) > 0;
}

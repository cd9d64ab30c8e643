import type { ResourceSummary } from "./resource-summary.ts";

export type ResourceTotals = Pick<
  ResourceSummary,
  "asks" | "cached" | "retries" | "tokens" | "cost"
>;

/** Sums over systems and graders; a cost is known where that of any is. */
export function resourceTotals(all: readonly ResourceSummary[]): ResourceTotals {
  const sum = (of: (resources: ResourceSummary) => number) =>
    all.reduce((total, resources) => total + of(resources), 0);
  return {
    asks: sum(({ asks }) => asks),
    cached: sum(({ cached }) => cached),
    retries: sum(({ retries }) => retries),
    tokens: {
      input: sum(({ tokens }) => tokens.input),
      output: sum(({ tokens }) => tokens.output),
      cachedInput: sum(({ tokens }) => tokens.cachedInput),
      reasoning: sum(({ tokens }) => tokens.reasoning),
    },
    cost: all.every(({ cost }) => cost === null) ? null : sum(({ cost }) => cost ?? 0),
  };
}

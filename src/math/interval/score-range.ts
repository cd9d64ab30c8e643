import type { Interval } from "./interval.ts";

/**
 * From the worst to the best value of a score, in rising order; `undefined` where there is no worst
 * one.
 */
export function scoreRange({
  best,
  worst,
}: {
  readonly best: number;
  readonly worst: number | null;
}): Interval | undefined {
  return worst === null ? undefined : { low: Math.min(best, worst), high: Math.max(best, worst) };
}

import type { Metric } from "../../core/scores/metric.ts";
import { unanimousInterval } from "../../math/interval/unanimous-interval.ts";
import { caution, type IntervalSummary, isTotal, none } from "../interval/score-intervals.ts";

/**
 * How far the scores of two systems can be apart; on these samples, where only they limit it.
 */
export function differenceRange(metric: Metric, evidence?: Iterable<unknown>): number {
  if (isTotal(metric)) return Number.POSITIVE_INFINITY;
  const here = evidence && metric.kind === "corpus" ? metric.worstOn?.(evidence) : undefined;
  const worst = metric.worst ?? here ?? null;
  return worst === null ? Number.POSITIVE_INFINITY : Math.abs(metric.best - worst);
}

interface AlikeGroups {
  readonly groups: number;
  /** How far the scores of two systems can be apart. */
  readonly range: number;
}

/** The interval of a difference that is the same in every group: so many may still differ more. */
export function alikeInterval(value: number, { groups, range }: AlikeGroups): IntervalSummary {
  if (!Number.isFinite(range)) return none("all groups differ alike, and nothing limits a score");
  const { low, high, share } = unanimousInterval({
    value,
    groupCount: groups,
    range: { low: -range, high: range },
  });
  return {
    low,
    high,
    interval: `exact: all ${groups} groups differ alike, so at most ${(100 * share).toFixed(1)} % do not${caution(groups)}`,
  };
}

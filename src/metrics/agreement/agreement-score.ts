import type { CorpusMetric } from "../../core/scores/metric.ts";
import { groupIndices } from "../../math/group-indices.ts";
import { leastGroups } from "../../math/interval/interval.ts";
import { scoreInterval } from "../../math/interval/score-interval.ts";

/**
 * A measure of agreement on a table of ratings, with its 95 % interval or the reason why there is
 * none.
 */
export interface AgreementScore {
  readonly title: string;
  readonly signature: string;
  /** `null` where it is not defined. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
  /** Items that count: those that enough raters rated. */
  readonly n: number;
}

export interface AgreementRequest<Item> {
  readonly metric: CorpusMetric<Item>;
  readonly items: readonly Item[];
  /** What items that belong together share, such as a video; each item by itself where left out. */
  readonly groups: readonly string[] | undefined;
  readonly seed: number;
}

/**
 * Scores the items that count, with the interval that the reports give any score of a set: a
 * bootstrap of whole groups.
 */
export function agreementScore<Item>({
  metric,
  items,
  groups: names,
  seed,
}: AgreementRequest<Item>): AgreementScore {
  const isCounted = (item: Item) => metric.counts?.(item) ?? true;
  const counted = items.filter(isCounted);
  const countedNames = names?.filter((_, at) => isCounted(items[at]!));
  const score = metric.prepare(counted);
  const value = score();
  const { title, signature, best, worst } = metric;
  const found = { title, signature, value, n: counted.length };
  const { groups, groupCount } = groupIndices(counted.length, countedNames);
  if (value === null) return { ...found, ...none("the score is not defined") };
  if (groupCount < leastGroups)
    return { ...found, ...none(`fewer than ${leastGroups} groups (${groupCount})`) };
  const set = { groups, groupCount, seed, resamples: 1_000 };
  const { limits, text } = scoreInterval({
    set,
    score,
    estimate: value,
    best,
    worst,
    countedGroups: groupCount,
  });
  if (!limits) return { ...found, ...none(text) };
  // Agreement is best at its highest: what a bootstrap with a t quantile reaches beyond is no value
  // of it.
  const cut = (limit: number) => Math.min(best, Math.max(worst ?? Number.NEGATIVE_INFINITY, limit));
  return {
    ...found,
    low: cut(limits.low),
    high: cut(limits.high),
    interval: groupCount < cautionGroups ? `${text}; caution: only ${groupCount} groups` : text,
  };
}

const cautionGroups = 50;

function none(reason: string) {
  return { low: null, high: null, interval: `none: ${reason}` };
}

import { lessIsBetter, type Metric, type Weights } from "../../core/scores/metric.ts";
import { type Interval, leastGroups } from "../../math/interval/interval.ts";
import { kornGraubard } from "../../math/interval/korn-graubard.ts";
import {
  type DescribedInterval,
  scoreInterval,
  unanimousScore,
} from "../../math/interval/score-interval.ts";
import { scoreRange } from "../../math/interval/score-range.ts";
import { type ScoreSpread, scoreSpreads } from "../../math/interval/score-spread.ts";
import { studentisedInterval } from "../../math/interval/studentised-interval.ts";
import { wilson } from "../../math/interval/wilson.ts";
import type { OrderedEvidence } from "../evidence/evidence-set.ts";
import type { PreparedMetric } from "../evidence/prepared-metric.ts";
import { rateInterval } from "./rate-interval.ts";

export interface IntervalSummary {
  readonly low: number | null;
  readonly high: number | null;
  /** How it was made, or why there is none. */
  readonly interval: string;
}

export interface IntervalRequest {
  readonly set: OrderedEvidence;
  readonly prepared: readonly PreparedMetric[];
  /** How often each sample counts, for each metric. */
  readonly weights: readonly (Uint32Array | undefined)[];
  readonly points: readonly (number | null)[];
  readonly seed: number;
  readonly isSlice: boolean;
}

const cautionGroups = 50;
export const usualResamples = 1_000;
const leastResamples = 200;
/**
 * Samples times resamples of one bootstrap: beyond this there are fewer resamples, since large sets
 * need less.
 */
const bootstrapWork = 200_000_000;
/** Slices of larger sets get intervals only where a formula gives them. */
const largestSlicedSet = 50_000;

/**
 * 95 % intervals by the rules of docs/statistics.md: exact ones for proportions, bootstrap over
 * groups for the rest.
 */
export function scoreIntervals(request: IntervalRequest): readonly IntervalSummary[] {
  const { set, prepared, weights, points } = request;
  const totals = prepared.map(({ values }, i) => groupTotals(set, values, weights[i]));
  const found = prepared.map(({ metric }, i): IntervalSummary | undefined => {
    const groups = totals[i]!.counts.length;
    if (points[i] === null) return none("the score is not defined");
    if (groups < leastGroups) return none(`fewer than ${leastGroups} groups (${groups})`);
    const { exposures, score } = prepared[i]!;
    if (exposures)
      return withCaution(
        rateInterval({
          groups: set.groups,
          groupCount: set.groupCount,
          score,
          exposures,
          weights: weights[i],
        }),
        groups,
      );
    if (metric.kind === "proportion") return ofProportion(totals[i]!);
    return undefined;
  });
  return withBootstrap(request, totals, found);
}

/** How many resamples a set of n samples gets. */
export function resamplesFor(n: number): number {
  return Math.max(
    leastResamples,
    Math.min(usualResamples, Math.floor(bootstrapWork / Math.max(1, n))),
  );
}

function withBootstrap(
  request: IntervalRequest,
  totals: readonly GroupTotals[],
  found: readonly (IntervalSummary | undefined)[],
): readonly IntervalSummary[] {
  const { set, prepared, weights, points, seed, isSlice } = request;
  const resamples = resamplesFor(set.n);
  if (isSlice && set.n > largestSlicedSet)
    return found.map(
      (one) =>
        one ?? none(`not computed for slices of sets of more than ${largestSlicedSet} samples`),
    );
  const corpus = prepared.flatMap(({ metric }, i) =>
    found[i] === undefined && metric.kind === "corpus" ? [i] : [],
  );
  const spreads = new Map<number, ScoreSpread>();
  // Metrics that weigh the samples alike share their resamples.
  for (const shared of new Set(corpus.map((i) => weights[i]))) {
    const members = corpus.filter((i) => weights[i] === shared);
    const scores = members.map((i) => prepared[i]!.score);
    const base = shared ? { base: shared } : {};
    const results = scoreSpreads({
      groups: set.groups,
      groupCount: set.groupCount,
      scores,
      resamples,
      seed,
      ...base,
    });
    for (const [place, i] of members.entries()) spreads.set(i, results[place]!);
  }
  return found.map((one, i) => {
    if (one) return one;
    const { sums, counts } = totals[i]!;
    const { metric, score } = prepared[i]!;
    const described = { point: points[i]!, groups: counts.length };
    const studentised =
      metric.kind === "corpus"
        ? undefined
        : studentisedInterval({ sums, sizes: counts, resamples, seed });
    if (studentised === null)
      return withCaution(
        unanimousScore({ value: points[i]!, groupCount: counts.length, range: scoreRange(metric) }),
        counts.length,
      );
    // Where nearly all groups agree, many resamples have no spread, and what is measured in their
    // standard errors is infinitely far off.
    if (!studentised || !Number.isFinite(studentised.low) || !Number.isFinite(studentised.high)) {
      const base = weights[i];
      const { limits, text } = scoreInterval({
        set: {
          groups: set.groups,
          groupCount: set.groupCount,
          resamples,
          seed,
          ...(base && { base }),
        },
        score,
        estimate: points[i]!,
        best: metric.best,
        worst: isTotal(metric) ? null : metric.worst,
        bias: metric.kind === "corpus" ? metric.smallSetBias : undefined,
        worstHere: () =>
          metric.kind === "corpus"
            ? (metric.worstOn?.(set.evidence(metric.measure, base)) ?? null)
            : null,
        countedGroups: counts.length,
        ...(spreads.has(i) ? { spread: spreads.get(i)! } : {}),
      });
      return limits ? limited(limits, prepared[i]!, { ...described, text }) : none(text);
    }
    return limited(studentised, prepared[i]!, {
      ...described,
      text: `cluster bootstrap, studentised, ${resamples} resamples`,
    });
  });
}

/** What a sum over the samples can be depends on how many there are: it has no ends. */
export function isTotal(metric: Metric): boolean {
  return metric.kind === "corpus" && metric.isTotal === true;
}

/** The interval of a proportion, by the totals of its groups. */
export function ofProportion({ sums, counts, isSingle }: GroupTotals): IntervalSummary {
  const { low, high } = isSingle
    ? wilson(total(sums), counts.length)
    : kornGraubard({ successes: sums, samples: counts });
  return {
    low,
    high,
    interval: `${isSingle ? "Wilson" : "Korn–Graubard"}${caution(counts.length)}`,
  };
}

/**
 * Cut to the values that the metric can take. Where the score is better than the best value, as with
 * alerts before the onset, there is no limit on that side.
 */
function limited(
  { low, high }: Interval,
  { metric }: PreparedMetric,
  {
    point,
    text,
    groups,
  }: { readonly point: number; readonly text: string; readonly groups: number },
): IntervalSummary {
  // As distances from the best value, of which more is worse.
  const direction = lessIsBetter(metric) ? 1 : -1;
  const distance = (value: number) => direction * (value - metric.best);
  const least = distance(point) < 0 ? Number.NEGATIVE_INFINITY : 0;
  const most = metric.worst === null ? Number.POSITIVE_INFINITY : distance(metric.worst);
  const cut = (limit: number) => {
    const at = distance(limit);
    return at < least ? metric.best : at > most ? metric.worst! : limit;
  };
  return Number.isFinite(cut(low)) && Number.isFinite(cut(high))
    ? { low: cut(low), high: cut(high), interval: `${text}${caution(groups)}` }
    : none("the bootstrap gives no finite limits");
}

export interface GroupTotals {
  /** Sum and number of the samples that count, for each group that has any. */
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  readonly isSingle: boolean;
}

/** What each group adds up to; values that are NaN do not count. */
export function groupTotals(
  { n, groups, groupCount }: Pick<OrderedEvidence, "n" | "groups" | "groupCount">,
  values: Float64Array | undefined,
  weights: Weights | undefined,
): GroupTotals {
  const sums = new Float64Array(groupCount);
  const counts = new Float64Array(groupCount);
  for (let i = 0; i < n; i++) {
    const weight = weights ? weights[i]! : 1;
    const value = values ? values[i]! : 0;
    if (weight === 0 || Number.isNaN(value)) continue;
    sums[groups[i]!]! += weight * value;
    counts[groups[i]!]! += weight;
  }
  let used = 0;
  let isSingle = true;
  for (let group = 0; group < groupCount; group++) {
    if (counts[group] === 0) continue;
    sums[used] = sums[group]!;
    isSingle &&= counts[group] === 1;
    counts[used++] = counts[group]!;
  }
  return { sums: sums.subarray(0, used), counts: counts.subarray(0, used), isSingle };
}

function withCaution({ limits, text }: DescribedInterval, groups: number): IntervalSummary {
  return limits
    ? { low: limits.low, high: limits.high, interval: `${text}${caution(groups)}` }
    : none(text);
}

/** What is said of an interval that few groups stand behind. */
export function caution(groups: number): string {
  return groups < cautionGroups ? `; caution: only ${groups} groups` : "";
}

export function none(reason: string): IntervalSummary {
  return { low: null, high: null, interval: `none: ${reason}` };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

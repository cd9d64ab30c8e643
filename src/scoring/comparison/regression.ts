import { lessIsBetter, type Metric } from "../../core/scores/metric.ts";
import {
  detectableLoss,
  leastDetectableLoss,
  leastLosses,
  type Spread,
} from "../../math/significance/detectable-loss.ts";
import {
  type MarginTest,
  marginTestOfDifference,
  marginTestOfPairs,
} from "../../math/significance/margin-test.ts";
import { mcnemarExact } from "../../math/significance/mcnemar.ts";
import { signFlipTest } from "../../math/significance/sign-flip-test.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import { type GroupTotals, groupTotals, isTotal } from "../interval/score-intervals.ts";
import { differenceRange } from "./alike-interval.ts";
import { meanError } from "./mean-difference.ts";
import { pairedDifferences } from "./paired-difference.ts";
import type {
  MetricPair,
  PairedChanges,
  PairedDifference,
  PairedSystems,
  PairSettings,
} from "./paired-systems.ts";

export interface RegressionSettings extends PairSettings {
  /** A fraction: see `marginOf`. */
  readonly margin: number;
  /** At which one of these tests by itself finds a loss; what a set can show depends on it. */
  readonly level: number;
}

/** How much worse than the second system the first is, and what these samples could show. */
export interface Regression extends MarginTest {
  readonly metric: Metric;
  readonly found: PairedDifference;
  /** In the unit of the score. */
  readonly margin: number;
  readonly test: string;
  /** The smallest true loss that is found four times out of five; `null` where that is not known. */
  readonly detectable: number | null;
  /** Set where not even the loss of all that is right would be found four times out of five. */
  readonly isHopeless?: true;
  /** How many units must get worse, and none better, for a loss to be found at all. */
  readonly needed?: { readonly count: number; readonly of: "samples" | "groups" };
  /** Why nothing can be said. */
  readonly untested?: string;
}

/**
 * Tests whether the first system is worse than the second by more than a margin, for each metric in
 * their order. Of metrics that are means over samples it must also be worse than by chance alone,
 * by the exact test of no difference: its level holds for an unchanged system whatever the scores.
 */
export function regressions(
  metrics: readonly MetricPair[],
  pair: PairedSystems,
  settings: RegressionSettings,
): readonly Regression[] {
  const found = pairedDifferences(metrics, pair, settings);
  return metrics.map(({ metric }, i) => {
    const one = found[i]!;
    const margin = marginOf(metric, settings.margin, one.second);
    const common = { metric, found: one, margin };
    if (one.value === null)
      return { ...common, ...nothing, untested: "the difference is not defined on these samples" };
    return one.changes
      ? { ...common, ...ofMean({ ...common, found: one }, pair, settings) }
      : { ...common, ...ofScore({ ...common, found: one }, pair, settings) };
  });
}

/**
 * The margin in the unit of a metric: a fraction of 1 for scores that are fractions themselves, so
 * that .02 is two points, and a fraction of the old score for all others (seconds, CIDEr, alarms per
 * hour).
 */
function marginOf(metric: Metric, fraction: number, old: number | null): number {
  const { best, worst } = metric;
  const unit = metricUnit({ best, worst, ...(isTotal(metric) ? { isTotal: true } : {}) });
  return unit === "percent" ? fraction : fraction * Math.abs(old ?? 0);
}

const nothing = { worse: 1, notWorse: 1, test: "none", detectable: null } as const;

type Tested = Pick<Regression, "metric" | "found" | "margin">;
type Finding = Omit<Regression, keyof Tested>;

function ofScore(
  { metric, found, margin }: Tested,
  { first }: PairedSystems,
  { level }: RegressionSettings,
): Finding {
  const { standardError, groups: groupCount, n } = found;
  if (standardError === undefined) return { ...nothing, untested: found.interval };
  const range = differenceRange(metric, first.evidence.evidence(metric.measure));
  const difference = loss(metric) * found.value!;
  const tested = marginTestOfDifference({ difference, standardError, groupCount, margin, range });
  const isFound = tested.worse <= level;
  const spread = { standardError, groupCount, n, lost: range };
  return {
    ...tested,
    test: "cluster bootstrap, t",
    ...reachable(
      detectableLoss(isFound ? withoutLoss(spread, -difference) : spread, { level, margin }),
      { most: mostToLose(metric, found), isFound },
    ),
  };
}

function ofMean(
  { metric, found, margin }: Tested,
  pair: PairedSystems,
  { level, seed }: RegressionSettings,
): Finding {
  const { differences, rows } = found.changes!;
  const { evidence } = pair.first;
  const signed = differences.map((one) => loss(metric) * one);
  const groups = Uint32Array.from(rows[0], (row) => evidence.groups[row]!);
  const totals = groupTotals({ ...evidence, n: signed.length, groups }, signed, undefined);
  const units = totals.counts.length;
  const isShare = metric.kind === "proportion";
  const isSingle = isShare && totals.isSingle;
  const of = isSingle ? "samples" : "groups";
  const count = isSingle ? leastFlips(units, { level, margin }) : leastLosses(level);
  if (count > units)
    return {
      ...nothing,
      needed: { count, of },
      untested: `${units} ${of} are too few: not even a loss in all of them would be found`,
    };
  const spread = {
    standardError: meanError(totals).error,
    groupCount: units,
    n: signed.length,
    lost: lostSample(metric, pair, found.changes!),
  };
  const tested = isSingle ? ofPairs(signed, margin) : ofGroups(totals, { metric, margin, seed });
  const isFound = tested.worse <= level;
  const lost = -loss(metric) * found.value!;
  const smallest = detectableLoss(isFound ? withoutLoss(spread, lost) : spread, { level, margin });
  const least = isShare ? leastDetectableLoss(count, totals.counts) : null;
  return {
    ...tested,
    ...reachable(smallest === null ? null : Math.max(smallest, least ?? 0), {
      most: mostToLose(metric, found),
      isFound,
    }),
    ...(isShare ? { needed: { count, of } as const } : {}),
  };
}

/** The sign that makes more the better. */
function loss(metric: Metric): 1 | -1 {
  return lessIsBetter(metric) ? -1 : 1;
}

function ofPairs(signed: Float64Array, margin: number): MarginTest & Pick<Finding, "test"> {
  const onlyFirst = signed.filter((one) => one > 0).length;
  const onlySecond = signed.filter((one) => one < 0).length;
  const { worse, notWorse } = marginTestOfPairs({
    onlyFirst,
    onlySecond,
    pairs: signed.length,
    margin,
  });
  const byChance = onlySecond > onlyFirst ? mcnemarExact({ onlyFirst, onlySecond }) / 2 : 1;
  return { worse: Math.max(worse, byChance), notWorse, test: "Tango's score, McNemar exact" };
}

interface GroupTest {
  readonly metric: Metric;
  readonly margin: number;
  readonly seed: number;
}

function ofGroups(
  totals: GroupTotals,
  { metric, margin, seed }: GroupTest,
): MarginTest & Pick<Finding, "test"> {
  const { mean, error } = meanError(totals);
  const { worse, notWorse } = marginTestOfDifference({
    difference: mean,
    standardError: error,
    groupCount: totals.counts.length,
    margin,
    range: differenceRange(metric),
  });
  // Half of what is as far from 0 on either side; both sides are alike.
  const byChance = mean < 0 ? signFlipTest(totals.sums, { seed }).pValue / 2 : 1;
  return { worse: Math.max(worse, byChance), notWorse, test: "t of groups, sign flips of groups" };
}

interface Losses {
  readonly level: number;
  readonly margin: number;
}

/** How many samples must flip in one direction for both tests of pairs to find a loss. */
function leastFlips(pairs: number, { level, margin }: Losses): number {
  for (let lost = leastLosses(level); lost <= pairs; lost++)
    if (marginTestOfPairs({ onlyFirst: 0, onlySecond: lost, pairs, margin }).worse <= level)
      return lost;
  return pairs + 1;
}

/**
 * What a sample of the old system loses that loses all, on an average by what it has to lose: 1 for a
 * share of right answers.
 */
function lostSample(
  metric: Metric,
  { first }: PairedSystems,
  { differences, rows }: PairedChanges,
): number {
  const { worst } = metric;
  if (worst === null || isTotal(metric)) return Number.POSITIVE_INFINITY;
  const { values } = first.prepare(metric);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < differences.length; i++) {
    const size = Math.abs(values![rows[0][i]!]! - differences[i]! - worst);
    sum += size;
    squares += size * size;
  }
  return sum === 0 ? Number.POSITIVE_INFINITY : squares / sum;
}

/** How much of the old score there is to lose; infinite where nothing limits it. */
function mostToLose({ worst }: Metric, { second }: PairedDifference): number {
  return worst === null || second === null ? Number.POSITIVE_INFINITY : Math.abs(second - worst);
}

interface Reach {
  readonly most: number;
  /** Whether a loss was found, which a set without hope could not have shown. */
  readonly isFound: boolean;
}

function reachable(
  detectable: number | null,
  { most, isFound }: Reach,
): Pick<Finding, "detectable" | "isHopeless"> {
  if (detectable === null || detectable <= most) return { detectable };
  return isFound ? { detectable: null } : { detectable: null, isHopeless: true };
}

/**
 * The spread between releases that are alike, where a loss was found: the standard error of that
 * difference holds the variance of the loss itself, which `detectableLoss` adds once more.
 */
function withoutLoss(spread: Spread, loss: number): Spread {
  const { standardError, n, lost } = spread;
  if (!Number.isFinite(lost)) return spread;
  const own = Math.max(0, (loss * (lost - loss)) / n);
  return { ...spread, standardError: Math.sqrt(Math.max(0, standardError ** 2 - own)) };
}

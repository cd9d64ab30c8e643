import type { Metric } from "../../core/scores/metric.ts";
import { studentQuantile } from "../../math/distribution/student-quantile.ts";
import { leastGroups } from "../../math/interval/interval.ts";
import { studentisedInterval } from "../../math/interval/studentised-interval.ts";
import { scoreDifference } from "../../math/score-difference.ts";
import {
  detectableDifference,
  detectableShare,
  oneWayShare,
} from "../../math/significance/detectable-effect.ts";
import { mcnemarMidP } from "../../math/significance/mcnemar.ts";
import { signFlipTest } from "../../math/significance/sign-flip-test.ts";
import { tangoInterval } from "../../math/significance/tango-interval.ts";
import type { GainScore } from "../../summary/probe-summary.ts";
import type { DigestedEvidence } from "../evidence/evidence-set.ts";
import {
  caution,
  type GroupTotals,
  groupTotals,
  type IntervalSummary,
  none,
  usualResamples,
} from "../interval/score-intervals.ts";
import { alikeInterval, differenceRange } from "./alike-interval.ts";
import {
  type Inference,
  type PairedDifference,
  type PairedRows,
  type PreparedPair,
  undefinedDifference,
} from "./paired-systems.ts";

interface MeanInput {
  readonly seed: number;
  readonly groups: Pick<DigestedEvidence, "groups" | "groupCount">;
}

/** Metrics that are means over samples. */
export function meanDifference(
  sides: PreparedPair,
  rows: PairedRows,
  { seed, groups: { groups: all, groupCount } }: MeanInput,
): PairedDifference {
  const [a, b] = [sides[0].values!, sides[1].values!];
  const n = rows[0].length;
  if (n === 0) return undefinedDifference;
  const differences = new Float64Array(n);
  const groups = new Uint32Array(n);
  let [first, second] = [0, 0];
  for (let i = 0; i < n; i++) {
    const [own, other] = [a[rows[0][i]!]!, b[rows[1][i]!]!];
    first += own;
    second += other;
    differences[i] = scoreDifference(own, other);
    groups[i] = all[rows[0][i]!]!;
  }
  const totals = groupTotals({ n, groups, groupCount }, differences, undefined);
  const value = differences.reduce((sum, one) => sum + one, 0) / n;
  const { kind } = sides[0].metric;
  const known = {
    value,
    n,
    groups: totals.counts.length,
    first: first / n,
    second: second / n,
    changes: { differences, rows },
  };
  if (kind === "proportion" && totals.isSingle) return { ...known, ...ofSinglePairs(differences) };
  return {
    ...known,
    ...meanInterval(totals, { seed, range: differenceRange(sides[0].metric) }),
    ...meanTest(totals, { kind, seed }),
    detectable: detectableMean(totals, kind),
  };
}

/** Shares need some groups that flip at all, however little the others vary. */
function detectableMean(totals: GroupTotals, kind: Metric["kind"]): number | null {
  const { counts } = totals;
  const effect = detectableDifference(meanError(totals).error, counts.length);
  if (kind !== "proportion") return effect;
  const n = counts.reduce((sum, count) => sum + count, 0);
  const oneWay = oneWayShare(counts.length);
  return oneWay === null ? effect : Math.max(effect ?? 0, (oneWay * counts.length) / n);
}

/** Shares of samples that are alone in their groups. */
function ofSinglePairs(differences: Float64Array): Inference {
  const pairs = differences.length;
  const onlyFirst = differences.filter((one) => one > 0).length;
  const onlySecond = differences.filter((one) => one < 0).length;
  const tested = {
    pValue: mcnemarMidP({ onlyFirst, onlySecond }),
    test: "McNemar, mid-p",
    detectable: detectableShare(pairs, onlyFirst + onlySecond),
  };
  if (pairs < leastGroups)
    return { ...none(`fewer than ${leastGroups} groups (${pairs})`), ...tested };
  return {
    ...tangoInterval({ onlyFirst, onlySecond, pairs }),
    interval: `Tango${caution(pairs)}`,
    ...tested,
  };
}

/**
 * Studentised limits and those of t, whichever are farther out: the former are too narrow where few
 * groups differ, the latter where differences are skewed (`npm run simulate:compare`).
 */
function meanInterval(
  totals: GroupTotals,
  { seed, range }: { readonly seed: number; readonly range: number },
): IntervalSummary {
  const { sums, counts } = totals;
  const groups = counts.length;
  if (groups < leastGroups) return none(`fewer than ${leastGroups} groups (${groups})`);
  const interval = studentisedInterval({ sums, sizes: counts, resamples: usualResamples, seed });
  const { mean, error } = meanError(totals);
  if (!interval) return alikeInterval(mean, { groups, range });
  const alike = alikeInterval(mean, { groups, range });
  const reach = studentQuantile(0.975, groups - 1) * error;
  // Where few groups differ, many resamples have no spread to be measured by.
  const hasLimits = Number.isFinite(interval.low) && Number.isFinite(interval.high);
  const [low, high] = hasLimits
    ? [interval.low, interval.high]
    : [alike.low ?? mean, alike.high ?? mean];
  const method = hasLimits
    ? `cluster bootstrap of paired differences, studentised, ${usualResamples} resamples, and at least t`
    : "t, and at least what groups that all differ alike would give";
  return {
    low: Math.max(-range, Math.min(low, mean - reach)),
    high: Math.min(range, Math.max(high, mean + reach)),
    interval: `${method}${caution(groups)}`,
  };
}

/** The mean of all samples and its standard error between groups. */
export function meanError({ sums, counts }: GroupTotals): {
  readonly mean: number;
  readonly error: number;
} {
  const groups = counts.length;
  const n = counts.reduce((sum, count) => sum + count, 0);
  const mean = sums.reduce((sum, one) => sum + one, 0) / n;
  let squares = 0;
  for (let group = 0; group < groups; group++)
    squares += (sums[group]! - mean * counts[group]!) ** 2;
  const error = groups < 2 ? 0 : Math.sqrt((groups / (groups - 1)) * squares) / n;
  return { mean, error: error <= 1e-12 ? 0 : error };
}

interface TestInput {
  readonly kind: Metric["kind"];
  readonly seed: number;
}

function meanTest(
  { sums }: GroupTotals,
  { kind, seed }: TestInput,
): Pick<GainScore, "pValue" | "test"> {
  const { pValue, midP } = signFlipTest(sums, { seed });
  return kind === "proportion"
    ? { pValue: midP, test: "sign flips of groups, mid-p" }
    : { pValue, test: "sign flips of groups" };
}

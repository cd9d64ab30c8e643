import type { Metric } from "../../core/scores/metric.ts";
import { clusteredMean, clusteredMeanInterval } from "../../math/interval/clustered-mean.ts";
import { leastGroups } from "../../math/interval/interval.ts";
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

function meanInterval(
  { sums, counts }: GroupTotals,
  { seed, range }: { readonly seed: number; readonly range: number },
): IntervalSummary {
  const groups = counts.length;
  if (groups < leastGroups) return none(`fewer than ${leastGroups} groups (${groups})`);
  const limits = { low: -range, high: range };
  const found = clusteredMeanInterval({
    ...{ sums, sizes: counts, range: limits, seed },
    resamples: usualResamples,
  });
  if (!found || found.method === "unanimous") {
    const { mean } = clusteredMean({ sums, sizes: counts });
    return alikeInterval(mean, { groups, range });
  }
  const method =
    found.method === "studentised"
      ? `cluster bootstrap of paired differences, studentised, ${usualResamples} resamples, and at least t`
      : "t, and at least what groups that all differ alike would give";
  return { low: found.low, high: found.high, interval: `${method}${caution(groups)}` };
}

/** The mean of all samples and its standard error between groups. */
export function meanError({ sums, counts }: GroupTotals): ReturnType<typeof clusteredMean> {
  return clusteredMean({ sums, sizes: counts });
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

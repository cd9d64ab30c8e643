import type { Metric, Score, Weights } from "../../core/scores/metric.ts";
import { clusterBootstrap } from "../../math/interval/cluster-bootstrap.ts";
import { leastGroups } from "../../math/interval/interval.ts";
import { jackknifeScores } from "../../math/interval/jackknife-scores.ts";
import { studentisedInterval } from "../../math/interval/studentised-interval.ts";
import {
  bootstrapDifference,
  mostJackknifedGroups,
} from "../../math/significance/bootstrap-difference.ts";
import { mcnemarMidP } from "../../math/significance/mcnemar.ts";
import { signFlipTest } from "../../math/significance/sign-flip-test.ts";
import { tangoInterval } from "../../math/significance/tango-interval.ts";
import type { GainScore } from "../../summary/probe-summary.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { DigestedEvidence } from "../evidence/evidence-set.ts";
import { type PreparedMetric, prepareMetric } from "../evidence/prepared-metric.ts";
import {
  caution,
  type GroupTotals,
  groupTotals,
  none,
  usualResamples,
} from "../interval/score-intervals.ts";
import { commonRows } from "./probe-pairs.ts";

interface PairedInput {
  readonly first: DigestedEvidence;
  readonly second: DigestedEvidence;
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
  /** What the second is scored by, where its rules are others; the same metric if absent. */
  readonly secondMetric?: Metric;
}

interface Pairs {
  readonly rows: readonly [Uint32Array, Uint32Array];
  readonly groups: Uint32Array;
  readonly groupCount: number;
}

/**
 * The first system's score minus the second's on the pairs of answers that count for both, by the
 * rules of docs/statistics.md.
 */
export function pairedDifference(metric: Metric, input: PairedInput): GainScore {
  const { first, second } = input;
  const prepared = [
    prepareMetric(first, metric),
    prepareMetric(second, input.secondMetric ?? metric),
  ] as const;
  const pairs = countedPairs(prepared, input);
  return metric.kind === "corpus"
    ? ofScores(prepared, pairs, input)
    : ofMeans(prepared, pairs, input);
}

/** Pairs of which both answers count. */
function countedPairs(
  prepared: readonly [PreparedMetric, PreparedMetric],
  { first, second, unanswered }: PairedInput,
): Pairs {
  const sets = [first, second];
  const rows = commonRows(sets.map(({ digests }) => digests));
  const population =
    prepared[0].metric.population ?? (unanswered === "exclude" ? "answered" : "all");
  const counts = (side: 0 | 1, row: number) => {
    const { values, counted } = prepared[side];
    if (population === "answered" && sets[side]!.answered[row] === 0) return false;
    return values ? !Number.isNaN(values[row]) : counted?.[row] !== 0;
  };
  const kept = rows[0]!
    .map((_, i) => i)
    .filter((i) => counts(0, rows[0]![i]!) && counts(1, rows[1]![i]!));
  const [own, other] = [kept.map((i) => rows[0]![i]!), kept.map((i) => rows[1]![i]!)];
  return {
    rows: [own, other],
    groups: own.map((row) => first.groups[row]!),
    groupCount: first.groupCount,
  };
}

function ofMeans(
  prepared: readonly [PreparedMetric, PreparedMetric],
  pairs: Pairs,
  { seed }: PairedInput,
): GainScore {
  const { rows, groups, groupCount } = pairs;
  const [a, b] = [prepared[0].values!, prepared[1].values!];
  const differences = Float64Array.from(rows[0], (row, i) => a[row]! - b[rows[1][i]!]!);
  const n = differences.length;
  if (n === 0) return undefinedGain;
  const totals = groupTotals({ n, groups, groupCount }, differences, undefined);
  const value = differences.reduce((sum, one) => sum + one, 0) / n;
  const { kind, best, worst } = prepared[0].metric;
  const known = { value, n, groups: totals.counts.length };
  if (kind === "proportion" && totals.isSingle) return { ...known, ...ofSinglePairs(differences) };
  const range = worst === null ? Number.POSITIVE_INFINITY : Math.abs(best - worst);
  return {
    ...known,
    ...meanInterval(totals, { seed, range }),
    ...meanTest(totals, { kind, seed }),
  };
}

type Inference = Pick<GainScore, "low" | "high" | "interval" | "pValue" | "test">;

/** Shares of samples that are alone in their groups. */
function ofSinglePairs(differences: Float64Array): Inference {
  const pairs = differences.length;
  const onlyFirst = differences.filter((one) => one > 0).length;
  const onlySecond = differences.filter((one) => one < 0).length;
  const tested = { pValue: mcnemarMidP({ onlyFirst, onlySecond }), test: "McNemar, mid-p" };
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
) {
  if (counts.length < leastGroups)
    return none(`fewer than ${leastGroups} groups (${counts.length})`);
  const interval = studentisedInterval({ sums, sizes: counts, resamples: usualResamples, seed });
  if (!interval) return none("all groups differ alike");
  const [low, high] = [Math.max(-range, interval.low), Math.min(range, interval.high)];
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return none("the bootstrap gives no finite limits");
  return {
    low,
    high,
    interval: `cluster bootstrap of paired differences, studentised, ${usualResamples} resamples${caution(counts.length)}`,
  };
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

function ofScores(
  prepared: readonly [PreparedMetric, PreparedMetric],
  pairs: Pairs,
  { first, second, seed }: PairedInput,
): GainScore {
  const { rows, groups, groupCount } = pairs;
  const n = groups.length;
  const scores = [
    scattered(prepared[0].score, rows[0], first.n),
    scattered(prepared[1].score, rows[1], second.n),
  ] as const;
  const once = new Uint32Array(n).fill(1);
  const [own, other] = [scores[0](once), scores[1](once)];
  if (n === 0 || own === null || other === null) return undefinedGain;
  const counted = new Set(groups).size;
  const known = { value: own - other, n, groups: counted };
  if (counted < leastGroups)
    return { ...known, ...none(`fewer than ${leastGroups} groups (${counted})`), ...untested };
  const [ofFirst, ofSecond] = clusterBootstrap({
    groups,
    groupCount,
    scores,
    resamples: usualResamples,
    seed,
  });
  const difference: Score = (weights) => {
    const [one, two] = [scores[0](weights), scores[1](weights)];
    return one === null || two === null ? null : one - two;
  };
  const dense = denseGroups(groups);
  const tested = bootstrapDifference({
    first: ofFirst!.values,
    second: ofSecond!.values,
    difference: known.value,
    groupCount: counted,
    ...(counted <= mostJackknifedGroups
      ? {
          jackknife: jackknifeScores({
            groups: dense,
            groupCount: counted,
            score: difference,
            mostBlocks: counted,
          }),
        }
      : {}),
  });
  if (!tested) return { ...known, ...none("the bootstrap gives no standard error"), ...untested };
  const { interval, pValue } = tested;
  return {
    ...known,
    ...interval,
    interval: `cluster bootstrap of both on the same resamples, t, ${usualResamples} resamples${caution(counted)}`,
    pValue,
    test: "cluster bootstrap, t",
  };
}

const untested = { pValue: null, test: "none" } as const;
const undefinedGain: GainScore = {
  value: null,
  ...none("the difference is not defined"),
  ...untested,
  n: 0,
  groups: 0,
};

/**
 * A score of pairs: the weights of pairs become weights of the set's own rows, where rows of no
 * pair count nothing.
 */
function scattered(score: Score, rows: Uint32Array, size: number): Score {
  const whole = new Uint32Array(size);
  const real = new Float64Array(size);
  return (weights: Weights = new Uint32Array(rows.length).fill(1)) => {
    const own = weights instanceof Uint32Array ? whole : real;
    for (let i = 0; i < rows.length; i++) own[rows[i]!] = weights[i]!;
    return score(own);
  };
}

/** Groups numbered without gaps, in the order of their first pair. */
function denseGroups(groups: Uint32Array): Uint32Array {
  const numbers = new Map<number, number>();
  return groups.map((group) => {
    if (!numbers.has(group)) numbers.set(group, numbers.size);
    return numbers.get(group)!;
  });
}

import { leastGroups } from "../../math/interval/interval.ts";
import { scoreDifference } from "../../math/score-difference.ts";
import { bootstrapDifference } from "../../math/significance/bootstrap-difference.ts";
import { detectableDifference } from "../../math/significance/detectable-effect.ts";
import type { GainScore } from "../../summary/probe-summary.ts";
import type { DigestedEvidence } from "../evidence/evidence-set.ts";
import { caution, none, resamplesFor } from "../interval/score-intervals.ts";
import { alikeInterval, differenceRange } from "./alike-interval.ts";
import { meanDifference } from "./mean-difference.ts";
import {
  type Inference,
  type MetricPair,
  type PairedDifference,
  type PairedRows,
  type PairedSystems,
  type PairSettings,
  type PreparedPair,
  undefinedDifference,
} from "./paired-systems.ts";
import type { Resampled } from "./prepared-system.ts";

/** Without what it is made of. */
export function gainOf(difference: PairedDifference): GainScore {
  const { value, low, high, interval, pValue, test, n, groups } = difference;
  return { value, low, high, interval, pValue, test, n, groups };
}

/**
 * The first system's scores minus the second's on the pairs of answers that count for both, by the
 * rules of docs/statistics.md: in the order of the metrics.
 */
export function pairedDifferences(
  metrics: readonly MetricPair[],
  pair: PairedSystems,
  settings: PairSettings,
): readonly PairedDifference[] {
  const found = metrics.map((one) => {
    const sides = sidesOf(one, pair);
    const pairs = countedPairs(sides, pair, settings);
    return sides[0].metric.kind === "corpus"
      ? { sides, pairs }
      : meanDifference(sides, pairs, { ...settings, groups: pair.first.evidence });
  });
  const waiting = found.filter((one): one is Waiting => "sides" in one);
  const scored = new Map<Waiting, PairedDifference>();
  // Metrics of the same pairs share their resamples.
  while (waiting.length > 0) {
    const alike = waiting.filter(({ pairs }) => isSamePairs(pairs, waiting[0]!.pairs));
    for (const [i, one] of ofScores(alike, pair, settings).entries()) scored.set(alike[i]!, one);
    for (const one of alike) waiting.splice(waiting.indexOf(one), 1);
  }
  return found.map((one) => ("sides" in one ? scored.get(one)! : one));
}

/** A metric of whole sets. */
interface Waiting {
  readonly sides: PreparedPair;
  readonly pairs: PairedRows;
}

function sidesOf({ metric, second = metric }: MetricPair, pair: PairedSystems): PreparedPair {
  return [pair.first.prepare(metric), pair.second.prepare(second)];
}

function isSamePairs(one: PairedRows, other: PairedRows): boolean {
  return (
    one[0].length === other[0].length &&
    one[0].every((row, i) => row === other[0][i] && one[1][i] === other[1][i])
  );
}

/** Pairs of which both answers count. */
function countedPairs(
  sides: PreparedPair,
  pair: PairedSystems,
  settings: PairSettings,
): PairedRows {
  const { rows } = pair;
  const { slice, unanswered } = settings;
  const sets = [pair.first.evidence, pair.second.evidence];
  const population = sides[0].metric.population ?? (unanswered === "exclude" ? "answered" : "all");
  const counts = (side: 0 | 1, row: number) => {
    const { values, counted } = sides[side];
    if (population === "answered" && sets[side]!.answered[row] === 0) return false;
    return values ? !Number.isNaN(values[row]) : counted?.[row] !== 0;
  };
  const kept = new Uint32Array(rows[0].length);
  let count = 0;
  for (let i = 0; i < rows[0].length; i++) {
    const [own, other] = [rows[0][i]!, rows[1][i]!];
    if (slice?.[own] !== 0 && counts(0, own) && counts(1, other)) kept[count++] = i;
  }
  if (count === kept.length) return rows;
  const places = kept.subarray(0, count);
  return [places.map((i) => rows[0][i]!), places.map((i) => rows[1][i]!)];
}

/** Metrics of whole sets, all of the same pairs. */
function ofScores(
  metrics: readonly Waiting[],
  { first, second }: PairedSystems,
  { seed }: PairSettings,
): readonly PairedDifference[] {
  const { pairs } = metrics[0]!;
  const n = pairs[0].length;
  const bases = [weightsOf(pairs[0], first.evidence.n), weightsOf(pairs[1], second.evidence.n)];
  const counted = groupsOf(first.evidence, pairs[0]);
  const points = metrics.map(({ sides }) => sides.map(({ score }, side) => score(bases[side])));
  const isTested = (i: number) =>
    n > 0 && counted >= leastGroups && points[i]!.every((point) => point !== null);
  const tested = metrics.filter((_, i) => isTested(i));
  const resamples = resamplesFor(n);
  const [own, other] = [first, second].map((system, side) =>
    system.resample(
      tested.map(({ sides }) => sides[side]!.metric),
      { resamples, seed, base: bases[side] },
    ),
  );
  return metrics.map((metric, i) => {
    const [a, b] = points[i]!;
    if (n === 0 || a === null || b === null) return undefinedDifference;
    const known = { value: scoreDifference(a!, b!), first: a!, second: b!, n, groups: counted };
    const place = tested.indexOf(metric);
    if (place < 0)
      return { ...known, ...none(`fewer than ${leastGroups} groups (${counted})`), ...untested };
    return {
      ...known,
      ...ofResamples(own![place]!, other![place]!, {
        difference: known.value,
        groups: counted,
        resamples,
        range: differenceRange(
          metric.sides[0].metric,
          first.evidence.evidence(metric.sides[0].metric.measure, bases[0]),
        ),
      }),
    };
  });
}

interface ResampledPair {
  readonly difference: number;
  readonly groups: number;
  readonly resamples: number;
  readonly range: number;
}

function ofResamples(
  own: Resampled,
  other: Resampled,
  { difference, groups, resamples, range }: ResampledPair,
): Inference {
  const jackknife = own.jackknife?.map((score, i) => scoreDifference(score, other.jackknife![i]!));
  const tested = bootstrapDifference({
    first: own.values,
    second: other.values,
    difference,
    groupCount: groups,
    ...(jackknife ? { jackknife } : {}),
  });
  if (!tested) return { ...none("the bootstrap gives no standard error"), ...untested };
  const { interval, pValue, standardError } = tested;
  const limits = {
    ...interval,
    low: Math.max(-range, interval.low),
    high: Math.min(range, interval.high),
  };
  if (standardError === 0)
    return {
      ...alikeInterval(difference, { groups, range }),
      pValue,
      test: "cluster bootstrap, t",
      detectable: null,
      standardError,
    };
  return {
    ...limits,
    interval: `cluster bootstrap of both on the same resamples, t, ${resamples} resamples${caution(groups)}`,
    pValue,
    test: "cluster bootstrap, t",
    detectable: detectableDifference(standardError, groups),
    standardError,
  };
}

const untested = { pValue: null, test: "none", detectable: null } as const;
/** 1 for the rows that are given and 0 for all others; `undefined` where they are all. */
function weightsOf(rows: Uint32Array, size: number): Uint32Array | undefined {
  if (rows.length === size) return undefined;
  const weights = new Uint32Array(size);
  for (const row of rows) weights[row] = 1;
  return weights;
}

function groupsOf(
  { groups, groupCount }: Pick<DigestedEvidence, "groups" | "groupCount">,
  rows: Uint32Array,
): number {
  const seen = new Uint8Array(groupCount);
  let count = 0;
  for (const row of rows) {
    const group = groups[row]!;
    if (seen[group] === 0) count++;
    seen[group] = 1;
  }
  return count;
}

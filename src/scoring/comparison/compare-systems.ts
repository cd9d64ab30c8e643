import type { Metric } from "../../core/scores/metric.ts";
import type {
  ComparedScore,
  SystemComparison,
  SystemPairTest,
  TaskComparisons,
} from "../../summary/comparison-summary.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { DigestedEvidence } from "../evidence/evidence-set.ts";
import type { IndexedSamples } from "../evidence/sample-index.ts";
import { resamplesFor } from "../interval/score-intervals.ts";
import { alignedSamples } from "./aligned-samples.ts";
import type { ScoredEvidence } from "./common-rows.ts";
import { changeCounts, flipsOf } from "./flips.ts";
import { pairedDifferences } from "./paired-difference.ts";
import {
  isUnchanged,
  type MetricPair,
  type PairedDifference,
  type PairedSystems,
  pairSystems,
} from "./paired-systems.ts";
import { PreparedSystem, resampleTogether } from "./prepared-system.ts";

/** A system with everything that its samples are compared by. */
export interface ComparableSystem {
  readonly name: string;
  readonly scored: ScoredEvidence;
  readonly samples: IndexedSamples;
}

export interface ComparisonSettings {
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
  /** So many flips are listed. */
  readonly mostFlips: number;
  /** Whether the headline is also compared slice by slice. */
  readonly bySlice: boolean;
}

interface Prepared extends ComparableSystem {
  readonly prepared: PreparedSystem;
}

/**
 * Sets systems of a task against the first of them, and by the headline metric against each other.
 * P-values are not corrected yet: see `adjustComparisons`. In steps, between which others may have
 * their turn; `undefined` where there is but one.
 */
export function* comparingSystems(
  systems: readonly ComparableSystem[],
  settings: ComparisonSettings,
): Generator<void, TaskComparisons | undefined> {
  const all = systems.map((one) => ({ ...one, prepared: new PreparedSystem(one.scored.evidence) }));
  const [baseline, ...others] = all;
  if (!baseline || others.length === 0) return undefined;
  shareResamples(all, settings);
  const comparisons: SystemComparison[] = [];
  for (const system of others) comparisons.push(yield* comparing(system, baseline, settings));
  const pairs: SystemPairTest[] = [];
  if (others.length > 1)
    for (const [i, first] of all.entries())
      for (const second of all.slice(i + 1)) {
        yield;
        pairs.push(...testedPair(first, second, settings));
      }
  return { comparisons, ...(pairs.length > 0 ? { pairs } : {}) };
}

/**
 * Where all systems hold the very same samples, as in most runs, these are drawn once for all of
 * them. What it comes to is the same either way.
 */
function shareResamples(
  systems: readonly Prepared[],
  { unanswered, seed }: ComparisonSettings,
): void {
  const [first] = systems.map(({ prepared }) => prepared.evidence);
  const areSame = systems.every(({ prepared: { evidence } }) => holdsSame(evidence, first!));
  if (!areSame) return;
  const areAnswered = systems.every(({ prepared }) => !prepared.evidence.answered.includes(0));
  const countsAll = ({ prepared }: Prepared, metric: Metric) =>
    (areAnswered || (metric.population ?? (unanswered === "empty" ? "all" : "")) === "all") &&
    prepared.prepare(metric).counted === undefined;
  const whole =
    first!.n === 0
      ? []
      : systems[0]!.scored.metrics.filter(
          ({ kind, id }) =>
            kind === "corpus" &&
            systems.every((system) => {
              const own = system.scored.metrics.find((metric) => metric.id === id);
              return own !== undefined && countsAll(system, own);
            }),
        );
  resampleTogether(
    systems.map(({ prepared, scored }) => ({
      system: prepared,
      metrics: whole.map(({ id }) => scored.metrics.find((metric) => metric.id === id)!),
    })),
    { resamples: resamplesFor(first!.n), seed },
  );
}

function holdsSame(one: DigestedEvidence, other: DigestedEvidence): boolean {
  const { high, low } = other.digests;
  return (
    one.n === other.n &&
    one.digests.high.every((word, row) => word === high[row] && one.digests.low[row] === low[row])
  );
}

function* comparing(
  system: Prepared,
  baseline: Prepared,
  settings: ComparisonSettings,
): Generator<void, SystemComparison> {
  const pair = pairSystems(system.prepared, baseline.prepared);
  const metrics = commonMetrics(system, baseline);
  const headline = metrics[0]?.metric.id ?? "";
  yield;
  const found = pairedDifferences(metrics, pair, settings);
  const scores = metrics.map(({ metric }, i) => [
    metric.id,
    comparedScore(metric, found[i]!, i === 0 ? "Holm" : "Benjamini–Hochberg"),
  ]);
  const told = flipMetric(metrics);
  const flips = told && {
    ...preparedPair(told, pair),
    changes: found[metrics.indexOf(told)]!.changes,
  };
  const shown = flips?.changes
    ? { ...flips, changes: flips.changes }
    : scoredAlone(metrics[0], pair);
  return {
    system: system.name,
    baseline: baseline.name,
    headline,
    samples: alignedSamples(system, baseline),
    metrics: Object.fromEntries(scores),
    ...(settings.bySlice && metrics[0]
      ? { slices: yield* bySlice(metrics[0], pair, settings) }
      : {}),
    ...(shown
      ? {
          flips: flipsOf({
            ...shown,
            digests: pair.first.evidence.digests,
            samples: system.samples,
            most: settings.mostFlips,
          }),
        }
      : {}),
  };
}

/** What both systems are scored by, the headline first. */
function commonMetrics(first: ComparableSystem, second: ComparableSystem): readonly MetricPair[] {
  return first.scored.metrics.flatMap((metric) => {
    const other = second.scored.metrics.find(({ id }) => id === metric.id);
    return other ? [{ metric, second: other }] : [];
  });
}

/**
 * The headline where it is a mean over samples, else the first that is: shares before others, and
 * none that is about missing answers.
 */
function flipMetric(metrics: readonly MetricPair[]): MetricPair | undefined {
  if (metrics[0]?.metric.kind !== "corpus") return metrics[0];
  const own = metrics.filter(({ metric }) => metric.population !== "all");
  return (
    own.find(({ metric }) => metric.kind === "proportion") ??
    own.find(({ metric }) => metric.kind === "mean")
  );
}

function preparedPair({ metric, second = metric }: MetricPair, pair: PairedSystems) {
  return { sides: [pair.first.prepare(metric), pair.second.prepare(second)] as const };
}

/** Each sample by itself takes as long as the whole set. */
const mostScoredAlone = 500;

/** What a metric of whole sets gives for every sample by itself, where both have such a score. */
function scoredAlone(headline: MetricPair | undefined, pair: PairedSystems) {
  const { rows } = pair;
  if (!headline || rows[0].length > mostScoredAlone) return undefined;
  const { sides } = preparedPair(headline, pair);
  const values = sides.map(({ score }, side) => {
    const { n } = [pair.first, pair.second][side]!.evidence;
    const own = new Float64Array(n);
    const weights = new Uint32Array(n);
    for (const row of rows[side]!) {
      weights[row] = 1;
      own[row] = score(weights) ?? Number.NaN;
      weights[row] = 0;
    }
    return own;
  });
  const counted = Array.from(rows[0].keys()).filter(
    (i) => !Number.isNaN(values[0]![rows[0][i]!]! - values[1]![rows[1][i]!]!),
  );
  const kept = rows.map((own) => Uint32Array.from(counted, (i) => own[i]!));
  const differences = Float64Array.from(
    counted,
    (i) => values[0]![rows[0][i]!]! - values[1]![rows[1][i]!]!,
  );
  return {
    sides: [
      { ...sides[0], values: values[0] },
      { ...sides[1], values: values[1] },
    ] as const,
    changes: { differences, rows: [kept[0]!, kept[1]!] as const },
  };
}

function comparedScore(
  metric: Metric,
  found: PairedDifference,
  correction: ComparedScore["correction"],
): ComparedScore {
  const { title, kind, best, worst } = metric;
  const { value: difference, low, high, interval, pValue, test, n, groups } = found;
  return {
    title,
    kind,
    ...(metric.kind === "corpus" && metric.isTotal ? { isTotal: true } : {}),
    best,
    worst,
    baseline: found.second,
    value: found.first,
    difference,
    low,
    high,
    interval,
    p: pValue,
    test,
    adjusted: null,
    correction,
    verdict: isUnchanged(found) ? "same" : "none",
    minimumDetectableEffect: found.detectable,
    n,
    groups,
    ...(found.changes ? { changes: changeCounts(found.changes, metric) } : {}),
  };
}

function* bySlice(
  headline: MetricPair,
  pair: PairedSystems,
  settings: ComparisonSettings,
): Generator<void, NonNullable<SystemComparison["slices"]>> {
  const slices: Record<string, Record<string, ComparedScore>> = {};
  for (const { name, values, codes } of pair.first.evidence.slices) {
    const own: [string, ComparedScore][] = [];
    for (const [code, value] of values.entries()) {
      yield;
      const slice = Uint8Array.from(codes, (one) => (one === code ? 1 : 0));
      const [found] = pairedDifferences([headline], pair, { ...settings, slice });
      own.push([value, comparedScore(headline.metric, found!, "Benjamini–Hochberg")]);
    }
    slices[name] = Object.fromEntries(own);
  }
  return slices;
}

function testedPair(
  first: Prepared,
  second: Prepared,
  settings: ComparisonSettings,
): readonly SystemPairTest[] {
  const [headline] = commonMetrics(first, second);
  if (!headline) return [];
  const pair = pairSystems(first.prepared, second.prepared);
  const [found] = pairedDifferences([headline], pair, settings);
  return [
    {
      first: first.name,
      second: second.name,
      difference: found!.value,
      p: found!.pValue,
      adjusted: null,
      verdict: isUnchanged(found!) ? "same" : "none",
    },
  ];
}

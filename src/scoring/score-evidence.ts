import type { Metric, Weights } from "../core/scores/metric.ts";
import type { ScoreSummary, Scores, SliceSummary } from "../summary/score-summary.ts";
import type { SystemSummary } from "../summary/system-summary.ts";
import type { OrderedEvidence } from "./evidence/evidence-set.ts";
import { type PreparedMetric, prepareMetric } from "./evidence/prepared-metric.ts";
import { type IntervalSummary, scoreIntervals } from "./interval/score-intervals.ts";
import { both, type Mask, maskOf, populations, sharedWeights } from "./population.ts";
import { followsPolicy, type Reading, scoreSignature } from "./score-signature.ts";
import { scoreTies } from "./score-ties.ts";

export interface ScoreSettings extends Reading {
  readonly seed: number;
  /** Samples that are planned but could not be scored. */
  readonly unscored: number;
  /**
   * What the oracle makes of the same samples in the same order, or that this is not known; without
   * it, it reaches the ceiling of each metric.
   */
  readonly oracle?: OrderedEvidence | "unknown" | undefined;
}

type EvidenceScores = Pick<SystemSummary, "metrics" | "otherPolicy" | "slices">;

/** Scores with intervals under both policies, and by slice. */
export function scoreEvidence(
  set: OrderedEvidence,
  metrics: readonly Metric[],
  settings: ScoreSettings,
): EvidenceScores {
  return lastOf(scoringEvidence(set, metrics, settings));
}

/** The same in steps, one for each value of a slice: of large sets each takes a while. */
export function* scoringEvidence(
  set: OrderedEvidence,
  metrics: readonly Metric[],
  { unanswered, extractor, seed, unscored, oracle }: ScoreSettings,
): Generator<void, EvidenceScores> {
  const prepared = metrics.map((metric) => prepareMetric(set, metric));
  const perfect =
    oracle === undefined || oracle === "unknown"
      ? oracle
      : metrics.map((metric) => prepareMetric(oracle, metric));
  const masks = { empty: undefined, exclude: set.answered.includes(0) ? set.answered : undefined };
  const policy = { mask: masks[unanswered], reading: { unanswered, extractor } };
  const otherReading = {
    unanswered: unanswered === "empty" ? "exclude" : "empty",
    extractor,
  } as const;
  const otherPolicy = { mask: masks[otherReading.unanswered], reading: otherReading };
  const scored = (under: Policy, slice?: Uint8Array) =>
    scoreUnder({
      set,
      prepared,
      perfect,
      policy: under,
      slice,
      seed,
      unscored: slice === undefined ? unscored : 0,
    });
  const main = scored(policy);
  const slices: Record<string, Record<string, SliceSummary>> = {};
  for (const { name, values, codes } of set.slices) {
    const own: [string, SliceSummary][] = [];
    for (const [code, value] of values.entries()) {
      yield;
      const slice = maskOf(codes, code);
      const counted = both(slice, policy.mask)!;
      own.push([
        value,
        { n: counted.reduce((sum, one) => sum + one, 0), metrics: scored(policy, slice) },
      ]);
    }
    slices[name] = Object.fromEntries(own);
  }
  return {
    metrics: main,
    otherPolicy: {
      unanswered: otherReading.unanswered,
      metrics:
        otherPolicy.mask === policy.mask
          ? signed(main, metrics, otherReading)
          : scored(otherPolicy),
    },
    slices,
  };
}

/** What work in steps comes to. */
export function lastOf<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same scores as another reading gives them where it makes no difference but in name. */
function signed(scores: Scores, metrics: readonly Metric[], reading: Reading): Scores {
  return Object.fromEntries(
    metrics.map((metric) => [
      metric.id,
      { ...scores[metric.id]!, signature: scoreSignature(metric, reading) },
    ]),
  );
}

interface Policy {
  /** Which samples the policy on missing answers lets count. */
  readonly mask: Mask;
  readonly reading: Reading;
}

interface ScoreRequest {
  readonly set: OrderedEvidence;
  readonly prepared: readonly PreparedMetric[];
  /** The same metrics of the oracle's answers. */
  readonly perfect: readonly PreparedMetric[] | "unknown" | undefined;
  readonly policy: Policy;
  readonly slice: Mask;
  readonly seed: number;
  readonly unscored: number;
}

function scoreUnder({
  set,
  prepared,
  perfect,
  policy,
  slice,
  seed,
  unscored,
}: ScoreRequest): Scores {
  const population = populations({ slice, policy: policy.mask, answered: set.answered });
  const shared = sharedWeights();
  const own = prepared.map(({ metric }) => population(metric));
  const weights = prepared.map(({ counted }, i) => shared(both(own[i], counted)));
  const points = prepared.map(({ score }, i) => score(weights[i]));
  const intervals = scoreIntervals({
    set,
    prepared,
    weights,
    points,
    seed,
    isSlice: slice !== undefined,
  });
  const reached = (i: number) => {
    if (typeof perfect !== "object") return perfect === undefined ? undefined : null;
    const { score, counted } = perfect[i]!;
    return score(shared(both(own[i], counted)));
  };
  const scores: Record<string, ScoreSummary> = {};
  for (const [i, one] of prepared.entries())
    scores[one.metric.id] = summarised(set, one, {
      population: own[i],
      weights: weights[i],
      point: points[i]!,
      interval: intervals[i]!,
      reading: policy.reading,
      unscored,
      isSlice: slice !== undefined,
      reached: reached(i),
    });
  return scores;
}

interface Parts {
  readonly population: Mask;
  readonly weights: Weights | undefined;
  readonly point: number | null;
  readonly interval: IntervalSummary;
  readonly reading: Reading;
  readonly unscored: number;
  readonly isSlice: boolean;
  /**
   * What the oracle reaches, `null` where nobody knows; absent where that is the metric's ceiling.
   */
  readonly reached: number | null | undefined;
}

function summarised(
  set: OrderedEvidence,
  { metric, values }: PreparedMetric,
  parts: Parts,
): ScoreSummary {
  const { population, weights, point, interval, reading, unscored, isSlice, reached } = parts;
  const rows = () => set.evidence(metric.measure, weights);
  let n = 0;
  let all = 0;
  for (let i = 0; i < set.n; i++) {
    if ((population?.[i] ?? 1) > 0) all++;
    if ((weights?.[i] ?? 1) > 0 && !(values && Number.isNaN(values[i]))) n++;
  }
  const { best, worst } = metric;
  const hasBounds = unscored > 0 && point !== null && metric.kind !== "corpus" && worst !== null;
  return {
    title: metric.title,
    kind: metric.kind,
    ...(metric.kind === "corpus" && metric.isTotal ? { isTotal: true } : {}),
    best,
    worst,
    value: point,
    ...interval,
    n,
    // Metrics of other populations leave samples out for reasons of their own.
    ...(followsPolicy(metric) && all > n ? { hidden: all - n } : {}),
    signature: scoreSignature(metric, reading),
    ceiling: n === 0 ? null : reached === undefined ? (metric.ceiling?.(rows()) ?? best) : reached,
    references: n === 0 ? [] : (metric.references?.(rows()) ?? []),
    ...(point === null || isSlice ? {} : scoreTies(metric, rows)),
    ...(hasBounds ? { bounds: boundsOf({ n, point, unscored, ends: [best, worst] }) } : {}),
  };
}

interface Bounded {
  readonly n: number;
  readonly point: number;
  readonly unscored: number;
  readonly ends: readonly [number, number];
}

function boundsOf({ n, point, unscored, ends }: Bounded): readonly [number, number] {
  const withRest = (value: number) => (n * point + unscored * value) / (n + unscored);
  return [withRest(Math.min(...ends)), withRest(Math.max(...ends))];
}

import type { Metric } from "../core/scores/metric.ts";
import type { ScoreSummary, UnansweredPolicy } from "../summary/score-summary.ts";
import type { OrderedEvidence } from "./evidence/evidence-set.ts";
import { prepareMetric } from "./evidence/prepared-metric.ts";
import { scoreIntervals } from "./interval/score-intervals.ts";
import { both, type Mask, populations, sharedWeights } from "./population.ts";

/** A score with its interval and nothing else. */
export type SliceScore = Pick<ScoreSummary, "value" | "low" | "high" | "interval" | "n">;

/** Scores any part of a set by metrics that were prepared once. */
export interface SliceScorer {
  /** Without intervals, at once. `mask`: the samples that count, all where absent. */
  points(mask: Mask): readonly Pick<SliceScore, "value" | "n">[];
  /** In the order of the metrics, as `scoreEvidence` has them. */
  scores(mask: Mask): readonly SliceScore[];
}

export interface SliceScoring {
  readonly unanswered: UnansweredPolicy;
  readonly seed: number;
}

export function sliceScorer(
  set: OrderedEvidence,
  metrics: readonly Metric[],
  { unanswered, seed }: SliceScoring,
): SliceScorer {
  const prepared = metrics.map((metric) => prepareMetric(set, metric));
  const { answered } = set;
  const policy = unanswered === "exclude" && answered.includes(0) ? answered : undefined;
  const pointsOf = (slice: Mask) => {
    const population = populations({ slice, policy, answered });
    const shared = sharedWeights();
    const weights = prepared.map(({ metric, counted }) =>
      shared(both(population(metric), counted)),
    );
    return {
      weights,
      points: prepared.map(({ score, values }, at) => ({
        value: score(weights[at]),
        n: countOf(set.n, weights[at], values),
      })),
    };
  };
  return {
    points: (mask) => pointsOf(mask).points,
    scores: (mask) => {
      const { weights, points } = pointsOf(mask);
      const intervals = scoreIntervals({
        ...{ set, prepared, weights, seed },
        points: points.map(({ value }) => value),
        isSlice: mask !== undefined,
      });
      return points.map((point, at) => ({ ...point, ...intervals[at]! }));
    },
  };
}

function countOf(
  all: number,
  weights: Uint32Array | undefined,
  values: Float64Array | undefined,
): number {
  if (!weights && !values) return all;
  let n = 0;
  for (let i = 0; i < all; i++)
    if ((weights ? weights[i]! > 0 : true) && !(values && Number.isNaN(values[i]))) n++;
  return n;
}

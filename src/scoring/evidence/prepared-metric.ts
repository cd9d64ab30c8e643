import type { CorpusMetric, Metric, Score } from "../../core/scores/metric.ts";
import type { OrderedEvidence } from "./evidence-set.ts";

/**
 * A metric with its evidence packed: prepared once on the whole set, which slices and resamples
 * then only weigh.
 */
export interface PreparedMetric {
  readonly metric: Metric;
  readonly score: Score;
  /** What each sample contributes, NaN where it does not count; only for metrics that are means. */
  readonly values: Float64Array | undefined;
  /** 1 where a sample counts, for other metrics; all do where absent. */
  readonly counted: Uint8Array | undefined;
  /** What each sample adds to the denominator of a rate of events. */
  readonly exposures?: Float64Array;
}

export function prepareMetric(set: OrderedEvidence, metric: Metric): PreparedMetric {
  const evidence = set.evidence(metric.measure);
  if (metric.kind === "corpus") {
    const exposures = metric.exposure
      ? { exposures: Float64Array.from(evidence, (one) => metric.exposure!(one)) }
      : {};
    return {
      metric,
      score: metric.prepare(evidence),
      values: undefined,
      counted: countedBy(metric, set),
      ...exposures,
    };
  }
  const values = new Float64Array(set.n);
  let i = 0;
  for (const one of evidence) values[i++] = contribution(metric, metric.value(one));
  return { metric, score: meanOf(values), values, counted: undefined };
}

function countedBy(metric: CorpusMetric, set: OrderedEvidence): Uint8Array | undefined {
  if (!metric.counts) return undefined;
  const counted = new Uint8Array(set.n);
  let i = 0;
  for (const one of set.evidence(metric.measure)) counted[i++] = metric.counts(one) ? 1 : 0;
  return counted.includes(0) ? counted : undefined;
}

/**
 * A metric that computes nonsense must say so: taken as "does not count", it would go unnoticed.
 */
function contribution({ id, kind }: Metric, value: number | null): number {
  if (value === null) return Number.NaN;
  if (kind === "proportion" ? value !== 0 && value !== 1 : !Number.isFinite(value))
    throw new RangeError(
      `${id}: one sample contributes ${value}, but it must be ${kind === "proportion" ? "0, 1" : "a number"} or null`,
    );
  return value;
}

/**
 * The weighted mean of the values that count: what `prepare` of such a metric is by definition,
 * without a second look at the evidence.
 */
function meanOf(values: Float64Array): Score {
  return (weights) => {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (Number.isNaN(value)) continue;
      const weight = weights ? weights[i]! : 1;
      sum += weight * value;
      count += weight;
    }
    return count > 0 ? sum / count : null;
  };
}

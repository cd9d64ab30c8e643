import type { Metric, Score } from "../core/metric.ts";
import type { OrderedEvidence } from "./evidence-set.ts";

/** A metric with its evidence packed: prepared once on the whole set, which slices and resamples then only weigh. */
export interface PreparedMetric {
  readonly metric: Metric;
  readonly score: Score;
  /** What each sample contributes, NaN where it does not count; only for metrics that are means. */
  readonly values: Float64Array | undefined;
}

export function prepareMetric(set: OrderedEvidence, metric: Metric): PreparedMetric {
  const evidence = set.evidence(metric.measure);
  let values: Float64Array | undefined;
  if (metric.kind !== "corpus") {
    values = new Float64Array(set.n);
    let i = 0;
    for (const one of evidence) values[i++] = metric.value(one) ?? Number.NaN;
  }
  return { metric, score: metric.prepare(evidence), values };
}

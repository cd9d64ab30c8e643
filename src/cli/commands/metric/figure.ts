import type { Metric } from "../../../core/metric.ts";
import { prepareMetric } from "../../../scoring/evidence/prepared-metric.ts";
import { tiesOf } from "../../../scoring/score-evidence.ts";
import type { Figure } from "./metric-input.ts";

/** A metric with its evidence packed, under a name of the command line. */
export function figure<Evidence>(metric: Metric<Evidence>, evidence: readonly Evidence[], key = metric.id): Figure {
  const set = {
    n: evidence.length,
    groups: new Uint32Array(0),
    groupCount: 0,
    answered: new Uint8Array(0),
    slices: [],
    evidence: () => evidence,
  };
  const { score, values, counted } = prepareMetric(set, metric as Metric);
  const { title, signature, measure, kind, best, worst } = metric;
  return { key, title, signature, measure, kind, best, worst, score, values, counted, ...tiesOf(metric as Metric, () => evidence) };
}

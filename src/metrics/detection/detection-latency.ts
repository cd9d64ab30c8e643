import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { assertWeights } from "../sample-metric.ts";
import { eventLatencies, type LatencyRules } from "./event-latencies.ts";
import type { HasEvents } from "./has-events.ts";
import { packEvents } from "./pack-events.ts";

export interface DetectionLatencyOptions extends LatencyRules {
  readonly measure: string;
  /** .5 for the median, .95 for P95. */
  readonly share: number;
}

/** Sums in another order may miss a share of the total by some units of the last place. */
const rounding = 1e-12;

/**
 * The least number of seconds after its onset by which a share of all truths was alerted to (the inverse of the empirical distribution). A
 * missed truth takes for ever, so the figure is `null`, "not reached", where fewer than that share are found. Alerts before the onset have
 * a negative latency.
 */
export function detectionLatency({ measure, share, ...rules }: DetectionLatencyOptions): CorpusMetric<HasEvents> {
  if (!(share > 0 && share <= 1)) throw new RangeError(`share must be in (0, 1], got ${share}`);
  const percent = Number((share * 100).toPrecision(6));
  return {
    id: `latency-p${percent}`,
    title: `Detection latency, P${percent}, in seconds`,
    signature: signature("detection-latency", 1, {
      ...rules,
      matching: "confidence",
      miss: "infinite",
      quantile: "inverse-distribution",
      share,
    }),
    measure,
    kind: "corpus",
    best: 0,
    worst: null,
    counts: ({ truths }) => truths.some(({ ambiguous }) => !ambiguous),
    prepare(evidence) {
      const events = packEvents(evidence);
      const { seconds, videos } = eventLatencies(events, rules);
      const order = Uint32Array.from(seconds.keys()).sort((a, b) => (seconds[a] === seconds[b] ? 0 : seconds[a]! - seconds[b]!));
      const sorted = Float64Array.from(order, (at) => seconds[at]!);
      const video = order.map((at) => videos[at]!);
      return (weights) => {
        if (weights) assertWeights(weights, events.videoCount);
        let total = 0;
        for (let at = 0; at < video.length; at++) total += weights ? weights[video[at]!]! : 1;
        if (total === 0) return null;
        let reached = 0;
        for (let at = 0; at < video.length; at++) {
          reached += weights ? weights[video[at]!]! : 1;
          if (reached >= share * total * (1 - rounding)) return Number.isFinite(sorted[at]!) ? sorted[at]! : null;
        }
        return null;
      };
    },
  };
}

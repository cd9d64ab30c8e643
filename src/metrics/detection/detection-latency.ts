import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import {
  alertOption,
  leastConfidence,
  minConfidenceOption,
  minIouOption,
} from "./detection-options.ts";
import { eventLatencies, type LatencyRules } from "./event-latencies.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";

export interface DetectionLatencyOptions extends LatencyRules {
  readonly measure: string;
  /** .5 for the median, .95 for P95. */
  readonly share: number;
  /** How missed truths count: as infinite (the default), or not at all. */
  readonly misses?: "infinite" | "excluded";
  /** Shares packed events with other metrics; packs its own when left out. */
  readonly events?: EventSource;
}

/** Sums in another order may miss a share of the total by some units of the last place. */
const rounding = 1e-12;

/**
 * The least number of seconds after its onset by which a share of all truths was alerted to (the
 * inverse of the empirical distribution). A missed truth takes for ever, so the figure is `null`,
 * "not reached", if fewer than that share are found; with `misses: "excluded"` the share is of the
 * truths that were found. Alerts before the onset have a negative latency.
 */
export function detectionLatency({
  measure,
  share,
  misses = "infinite",
  events: source = freshEvents,
  ...rules
}: DetectionLatencyOptions): CorpusMetric<HasEvents> {
  if (!(share > 0 && share <= 1)) throw new RangeError(`share must be in (0, 1], got ${share}`);
  const percent = Number((share * 100).toPrecision(6));
  return {
    id: `latency-p${percent}`,
    title: `Detection latency, P${percent}, in seconds`,
    signature: signature("detection-latency", 1, {
      ...rules,
      matching: "confidence",
      miss: misses,
      quantile: "inverse-distribution",
      share,
    }),
    measure,
    kind: "corpus",
    best: 0,
    worst: null,
    counts: ({ truths }) => truths.some(({ ambiguous }) => !ambiguous),
    prepare(evidence) {
      const events = source.pack(evidence);
      const { seconds, videos } = eventLatencies(events, { ...rules, match: source.match });
      const counted = [...seconds.keys()].filter(
        (at) => misses === "infinite" || Number.isFinite(seconds[at]!),
      );
      const order = Uint32Array.from(counted).sort((a, b) =>
        seconds[a] === seconds[b] ? 0 : seconds[a]! - seconds[b]!,
      );
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
          if (reached >= share * total * (1 - rounding))
            return Number.isFinite(sorted[at]!) ? sorted[at]! : null;
        }
        return null;
      };
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "detection-latency",
    group: "detection",
    title: "Detection latency, a percentile",
    options: [
      {
        name: "share",
        default: "–",
        meaning: ".5 for P50, .95 for P95: part of the name on the command line",
      },
      {
        ...alertOption,
        meaning:
          "which moment of a detection is its alert: its start or end; the event-detection family also reads the one that was reported",
      },
      minConfidenceOption,
      minIouOption,
    ],
    page: () => ({
      definition:
        "Seconds from the onset of a truth to the alert of the detection that claims it, matched one to one inside (video, type), most confident first. The least latency within which a share of all truths was alerted to; a missed truth takes for ever.",
      formula: "P(s) = least t with #{truths with latency ≤ t} ≥ s · truths",
      citation:
        "VIGIL-RAG evaluation framework; the quantile is the inverse of the empirical distribution (Hyndman and Fan, 1996, type 1)",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "Not defined (“not reached”) where fewer than the share of truths are found, so P95 needs a recall of 95 %. An alert before the onset has a negative latency; a table counts those apart. A match without a reported alert is a miss where reported ones are asked for.",
      signatures: [
        detectionLatency({
          measure: "",
          share: 0.95,
          alert: "reported",
          minConfidence: 0.5,
          minIou: 0.5,
        }).signature,
      ],
    }),
    offers: [
      ...([0.5, 0.95] as const).map((share) =>
        offer({
          id: `latency-p${share * 100}`,
          title: share === 0.5 ? "Median latency in seconds" : "P95 of the latency in seconds",
          reads: "events",
          options: [minIouOption, minConfidenceOption, alertOption],
          create: (measure, { minIou = 0.5, minConfidence, alert = "end" }) => [
            detectionLatency({
              measure,
              share,
              minIou,
              minConfidence: leastConfidence(minConfidence),
              alert,
            }),
          ],
        }),
      ),
    ],
  },
];

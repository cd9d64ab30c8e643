import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { leastConfidence, minConfidenceOption, minIouOption } from "./detection-options.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";
import { weightedRatio } from "./weighted-ratio.ts";

export interface MatchIouOptions {
  readonly measure: string;
  /** Detections below it are ignored; all count when left out. */
  readonly minConfidence?: number;
  readonly minIou?: number;
  /** Shares packed events with other metrics; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * Mean tIoU of matched pairs, a second figure beside `truthIou`: it cannot fall below `minIou`, and
 * misses do not lower it. Not defined without matches.
 */
export function matchIou({
  measure,
  minConfidence = Number.NEGATIVE_INFINITY,
  minIou = 0.5,
  events: source = freshEvents,
}: MatchIouOptions): CorpusMetric<HasEvents> {
  return {
    id: "match-iou",
    title: "Mean tIoU over matches",
    signature: signature("match-iou", 1, {
      matching: "confidence",
      minConfidence,
      minIou,
      over: "matches",
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const events = source.pack(evidence);
      const { detections, truths, videoCount } = events;
      const { truths: claims } = source.match(events, {
        minIous: [minIou],
        rule: "confidence",
      })[0]!;
      const sums = new Float64Array(videoCount);
      const counts = new Float64Array(videoCount);
      for (let i = 0; i < claims.length; i++) {
        const j = claims[i]!;
        if (j < 0 || detections.confidence[i]! < minConfidence) continue;
        sums[detections.video[i]!]! += temporalIou(
          detections.start[i]!,
          detections.end[i]!,
          truths.start[j]!,
          truths.end[j]!,
        );
        counts[detections.video[i]!]!++;
      }
      return weightedRatio(sums, counts);
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "match-iou",
    group: "detection",
    title: "Mean tIoU over matches",
    options: [
      { ...minIouOption, meaning: "the least tIoU of a match, below which the mean cannot fall" },
      minConfidenceOption,
    ],
    page: () => ({
      definition:
        "Mean tIoU of the pairs that are matched one to one inside (video, type), most confident detection first.",
      formula: "1/M · Σ over matches (d, g) of tIoU(d, g)",
      citation: "VIGIL-RAG evaluation framework",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "Misses do not lower it: read it beside the mean over truths. Not defined without matches.",
      signatures: [matchIou({ measure: "" }).signature],
    }),
    offers: [
      offer({
        id: "match-iou",
        title: "Mean tIoU over matches",
        reads: "events",
        options: [minIouOption, minConfidenceOption],
        create: (measure, { minConfidence, ...given }) => [
          matchIou({ measure, ...given, minConfidence: leastConfidence(minConfidence) }),
        ],
      }),
    ],
  },
];

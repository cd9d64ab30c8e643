import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { leastConfidence, minConfidenceOption } from "./detection-options.ts";
import { eachType } from "./each-type.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";
import { weightedRatio } from "./weighted-ratio.ts";

export interface TruthIouOptions {
  readonly measure: string;
  /** Detections below it are ignored; all count when left out. */
  readonly minConfidence?: number;
  /** Shares packed events with other metrics; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * Mean over truths of the highest tIoU with a detection of the same video and type, 0 where none
 * overlaps; ambiguous events do not count.
 */
export function truthIou({
  measure,
  minConfidence = Number.NEGATIVE_INFINITY,
  events: source = freshEvents,
}: TruthIouOptions): CorpusMetric<HasEvents> {
  return {
    id: "truth-iou",
    title: "Mean tIoU over truths",
    signature: signature("truth-iou", 1, { minConfidence, miss: 0, over: "truths" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    counts: ({ truths }) => truths.some(({ ambiguous }) => !ambiguous),
    prepare(evidence) {
      const events = source.pack(evidence);
      const { detections, truths, videoCount } = events;
      const highest = new Float64Array(truths.video.length);
      eachType(events, (type, truthsOf) => {
        for (let i = detections.starts[type]!; i < detections.starts[type + 1]!; i++) {
          if (detections.confidence[i]! < minConfidence) break;
          const { first, end } = truthsOf(detections.video[i]!);
          for (let j = first; j < end; j++)
            highest[j] = Math.max(
              highest[j]!,
              temporalIou(
                detections.start[i]!,
                detections.end[i]!,
                truths.start[j]!,
                truths.end[j]!,
              ),
            );
        }
      });
      const sums = new Float64Array(videoCount);
      const counts = new Float64Array(videoCount);
      for (let j = 0; j < highest.length; j++) {
        if (truths.ambiguous[j]) continue;
        sums[truths.video[j]!]! += highest[j]!;
        counts[truths.video[j]!]!++;
      }
      return weightedRatio(sums, counts);
    },
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "truth-iou",
    group: "detection",
    title: "Mean tIoU over truths",
    options: [minConfidenceOption],
    page: () => ({
      definition:
        "For each truth the highest tIoU with a detection of the same video and type, 0 where none overlaps; mean over truths.",
      formula: "1/G · Σ_g max over detections d of tIoU(d, g)",
      citation: "VIGIL-RAG evaluation framework; Ego4D NLQ calls such a mean mIoU",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "One detection may be the best of several truths. Ambiguous events do not count. Intervals without length have 0. Not defined without truths.",
      signatures: [truthIou({ measure: "" }).signature],
    }),
    offers: [
      offer({
        id: "truth-iou",
        title: "Mean best tIoU over truths",
        reads: "events",
        options: [minConfidenceOption],
        create: (measure, { minConfidence }) => [
          truthIou({ measure, minConfidence: leastConfidence(minConfidence) }),
        ],
      }),
    ],
  },
];

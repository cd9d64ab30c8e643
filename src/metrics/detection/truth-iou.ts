import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import { eachType } from "./each-type.ts";
import type { HasEvents } from "./has-events.ts";
import { packEvents } from "./pack-events.ts";
import { weightedRatio } from "./weighted-ratio.ts";

export interface TruthIouOptions {
  readonly measure: string;
  /** Detections below it are ignored; all count when left out. */
  readonly minConfidence?: number;
}

/**
 * Mean over truths of the highest tIoU with a detection of the same video and type, 0 where none overlaps; ambiguous events do not count.
 */
export function truthIou({ measure, minConfidence = Number.NEGATIVE_INFINITY }: TruthIouOptions): CorpusMetric<HasEvents> {
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
      const events = packEvents(evidence);
      const { detections, truths, videoCount } = events;
      const highest = new Float64Array(truths.video.length);
      eachType(events, (type, truthsOf) => {
        for (let i = detections.starts[type]!; i < detections.starts[type + 1]!; i++) {
          if (detections.confidence[i]! < minConfidence) break;
          const { first, end } = truthsOf(detections.video[i]!);
          for (let j = first; j < end; j++)
            highest[j] = Math.max(highest[j]!, temporalIou(detections.start[i]!, detections.end[i]!, truths.start[j]!, truths.end[j]!));
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

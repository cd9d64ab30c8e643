import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import type { HasEvents } from "./has-events.ts";
import { matchEvents } from "./match-events.ts";
import { packEvents } from "./pack-events.ts";
import { weightedRatio } from "./weighted-ratio.ts";

export interface MatchIouOptions {
  readonly measure: string;
  /** Detections below it are ignored; all count when left out. */
  readonly minConfidence?: number;
  readonly minIou?: number;
}

/**
 * Mean tIoU of matched pairs, a second figure beside `truthIou`: it cannot fall below `minIou`, and misses do not lower it. Not defined
 * without matches.
 */
export function matchIou({ measure, minConfidence = Number.NEGATIVE_INFINITY, minIou = 0.5 }: MatchIouOptions): CorpusMetric<HasEvents> {
  return {
    id: "match-iou",
    title: "Mean tIoU over matches",
    signature: signature("match-iou", 1, { matching: "confidence", minConfidence, minIou, over: "matches" }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const events = packEvents(evidence);
      const { detections, truths, videoCount } = events;
      const { truths: claims } = matchEvents(events, { minIous: [minIou], rule: "confidence" })[0]!;
      const sums = new Float64Array(videoCount);
      const counts = new Float64Array(videoCount);
      for (let i = 0; i < claims.length; i++) {
        const j = claims[i]!;
        if (j < 0 || detections.confidence[i]! < minConfidence) continue;
        sums[detections.video[i]!]! += temporalIou(detections.start[i]!, detections.end[i]!, truths.start[j]!, truths.end[j]!);
        counts[detections.video[i]!]!++;
      }
      return weightedRatio(sums, counts);
    },
  };
}

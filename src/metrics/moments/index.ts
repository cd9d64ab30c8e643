import type { SampleMetric } from "../../core/scores/metric.ts";
import type { HasMoments, HasSaliency } from "./has-moments.ts";
import { highlightGradeNames, highlightHit } from "./highlight-hit.ts";
import { highlightMap } from "./highlight-map.ts";
import { momentMap } from "./moment-map.ts";
import { type HasMomentOverlap, momentIou, overlapRecall } from "./moment-overlap.ts";

/**
 * What QVHighlights prints of lists of moments: mAP on average, at .5 and at .75, and by length.
 */
export function momentMaps(measure: string): readonly SampleMetric<HasMoments>[] {
  return [
    momentMap({ measure }),
    momentMap({ measure, tiou: [0.5] }),
    momentMap({ measure, tiou: [0.75] }),
    ...(["short", "middle", "long"] as const).map((length) => momentMap({ measure, length })),
  ];
}

/** What QVHighlights prints of highlight detection. */
export function highlightMetrics(measure: string): readonly SampleMetric<HasSaliency>[] {
  return highlightGradeNames.flatMap((grade) => [
    highlightMap({ measure, grade }),
    highlightHit({ measure, grade }),
  ]);
}

/**
 * R1 and R5 as QVHighlights, Charades-STA and Ego4D NLQ print them, and the mean tIoU of the first
 * moment.
 */
export function groundingMetrics(
  measure: string,
  compare: "reach" | "exceed",
): readonly SampleMetric<HasMomentOverlap>[] {
  const recalls = ([1, 5] as const).flatMap((k) =>
    [0.5, 0.7, 0.3].map((minIou) => overlapRecall({ measure, minIou, k, compare })),
  );
  return [...recalls, momentIou(measure)];
}

import type { SampleMetric } from "../../core/metric.ts";
import type { HasMoments, HasSaliency } from "./has-moments.ts";
import { type HighlightGrade, highlightGrades, highlightHit, highlightHitPage } from "./highlight-hit.ts";
import { highlightMap, highlightMapPage } from "./highlight-map.ts";
import { momentMap, momentMapPage } from "./moment-map.ts";
import { type HasMomentOverlap, momentIou, momentIouPage, overlapRecall } from "./moment-overlap.ts";
import { momentRecallPage } from "./moment-recall.ts";

/** What QVHighlights prints of lists of moments: mAP on average, at .5 and at .75, and by length. */
export function momentMaps(measure: string): readonly SampleMetric<HasMoments>[] {
  return [
    momentMap({ measure }),
    momentMap({ measure, minIous: [0.5] }),
    momentMap({ measure, minIous: [0.75] }),
    ...(["short", "middle", "long"] as const).map((length) => momentMap({ measure, length })),
  ];
}

/** What QVHighlights prints of highlight detection. */
export function highlightMetrics(measure: string): readonly SampleMetric<HasSaliency>[] {
  return (Object.keys(highlightGrades) as HighlightGrade[]).flatMap((grade) => [
    highlightMap({ measure, grade }),
    highlightHit({ measure, grade }),
  ]);
}

/** R1 and R5 as QVHighlights, Charades-STA and Ego4D NLQ print them, and the mean tIoU of the first moment. */
export function groundingMetrics(measure: string, compare: "reach" | "exceed"): readonly SampleMetric<HasMomentOverlap>[] {
  const recalls = ([1, 5] as const).flatMap((k) => [0.5, 0.7, 0.3].map((minIou) => overlapRecall({ measure, minIou, k, compare })));
  return [...recalls, momentIou(measure)];
}

export const momentPages = [momentRecallPage, momentIouPage, momentMapPage, highlightMapPage, highlightHitPage];

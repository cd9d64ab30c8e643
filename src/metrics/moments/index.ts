import type { SampleMetric } from "../../core/metric.ts";
import type { HasMoments, HasSaliency } from "./has-moments.ts";
import { type HighlightGrade, highlightGrades, highlightHit, highlightHitPage } from "./highlight-hit.ts";
import { highlightMap, highlightMapPage } from "./highlight-map.ts";
import { momentMap, momentMapPage } from "./moment-map.ts";
import { momentRecall, momentRecallPage } from "./moment-recall.ts";

/** What QVHighlights prints of moment retrieval: R1 at .5 and .7, mAP on average, at .5 and at .75, and by length. */
export function momentMetrics(measure: string): readonly SampleMetric<HasMoments>[] {
  return [
    momentRecall({ measure, minIou: 0.5 }),
    momentRecall({ measure, minIou: 0.7 }),
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

export const momentPages = [momentRecallPage, momentMapPage, highlightMapPage, highlightHitPage];

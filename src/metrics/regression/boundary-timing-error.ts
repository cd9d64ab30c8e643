import type { CorpusMetric } from "../../core/metric.ts";
import { boundaryRatio } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/** Mean absolute time error of the hits, in the unit of the boundaries and never above the tolerance; `null` without hits. See `matchBoundaries` for what is a hit. */
export function boundaryTimingError(measure: string, { tolerance }: { readonly tolerance: number }): CorpusMetric<HasBoundaries> {
  return boundaryRatio({
    id: "boundary-timing-error",
    title: "Boundary timing error",
    measure,
    tolerance,
    best: 0,
    worst: null,
    part: ({ errors }) => errors.reduce((sum, error) => sum + error, 0),
    whole: ({ hits }) => hits,
  });
}

import type { CorpusMetric } from "../../core/metric.ts";
import { boundaryRatio } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/** Share of true boundaries that a prediction hits within the tolerance, over all samples. See `matchBoundaries` for what is a hit. */
export function boundaryRecall(measure: string, { tolerance }: { readonly tolerance: number }): CorpusMetric<HasBoundaries> {
  return boundaryRatio({
    id: "boundary-recall",
    title: "Boundary recall",
    measure,
    tolerance,
    best: 1,
    worst: 0,
    part: ({ hits }) => hits,
    whole: ({ hits, misses }) => hits + misses,
  });
}

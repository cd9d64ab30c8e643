import type { CorpusMetric } from "../../core/metric.ts";
import { boundaryRatio } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/** F1 of boundaries within the tolerance, from counts summed over all samples. See `matchBoundaries` for what is a hit. */
export function boundaryF1(measure: string, { tolerance }: { readonly tolerance: number }): CorpusMetric<HasBoundaries> {
  return boundaryRatio({
    id: "boundary-f1",
    title: "Boundary F1",
    measure,
    tolerance,
    best: 1,
    worst: 0,
    part: ({ hits }) => 2 * hits,
    whole: ({ hits, misses, falseAlarms }) => 2 * hits + misses + falseAlarms,
  });
}

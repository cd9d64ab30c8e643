import type { CorpusMetric } from "../../core/metric.ts";
import { boundaryRatio } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/** Share of predicted boundaries that hit a true one within the tolerance, over all samples. See `matchBoundaries` for what is a hit. */
export function boundaryPrecision(measure: string, { tolerance }: { readonly tolerance: number }): CorpusMetric<HasBoundaries> {
  return boundaryRatio({
    id: "boundary-precision",
    title: "Boundary precision",
    measure,
    tolerance,
    best: 1,
    worst: 0,
    part: ({ hits }) => hits,
    whole: ({ hits, falseAlarms }) => hits + falseAlarms,
  });
}

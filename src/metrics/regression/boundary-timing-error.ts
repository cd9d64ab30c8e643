import type { CorpusMetric } from "../../core/scores/metric.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { boundaryOffer, boundaryRatio, toleranceOption } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/**
 * Mean absolute time error of the hits, in the unit of the boundaries and never above the
 * tolerance; `null` without hits. See `matchBoundaries` for what is a hit.
 */
export function boundaryTimingError(
  measure: string,
  { tolerance }: { readonly tolerance: number },
): CorpusMetric<HasBoundaries> {
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

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "boundary-timing-error",
    group: "regression",
    title: "Boundary timing error",
    options: [toleranceOption],
    page: () => ({
      definition:
        "Mean absolute time error of the hits, in the unit of the boundaries. Predictions in rising order, each takes the nearest boundary that is still free and within the tolerance, the earlier of two as near. Neighbouring predictions are not merged: all but one are false alarms.",
      formula: "Σ |error| / hits",
      citation: "Xperience task suite",
      checkedAgainst:
        "the Xperience task suite’s boundary_f1 on frames of our own, and its recorded figures",
      edgeCases:
        "Null where the divisor is 0. No answer is no prediction; hidden truths do not count.",
      signatures: [boundaryTimingError("", { tolerance: 10 }).signature],
    }),
    offers: [boundaryOffer("timing-error", boundaryTimingError)],
  },
];

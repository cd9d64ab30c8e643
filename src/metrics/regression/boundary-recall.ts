import type { CorpusMetric } from "../../core/scores/metric.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { boundaryOffer, boundaryRatio, toleranceOption } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/**
 * Share of true boundaries that a prediction hits within the tolerance, over all samples. See
 * `matchBoundaries` for what is a hit.
 */
export function boundaryRecall(
  measure: string,
  { tolerance }: { readonly tolerance: number },
): CorpusMetric<HasBoundaries> {
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

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "boundary-recall",
    group: "regression",
    title: "Boundary recall",
    options: [toleranceOption],
    page: () => ({
      definition:
        "Share of true boundaries that a prediction hits within the tolerance, over all samples. Predictions in rising order, each takes the nearest boundary that is still free and within the tolerance, the earlier of two as near. Neighbouring predictions are not merged: all but one are false alarms.",
      formula: "hits / boundaries",
      citation: "Xperience task suite",
      checkedAgainst:
        "the Xperience task suite’s boundary_f1 on frames of our own, and its recorded figures",
      edgeCases:
        "Null where the divisor is 0. No answer is no prediction; hidden truths do not count.",
      signatures: [boundaryRecall("", { tolerance: 10 }).signature],
    }),
    offers: [boundaryOffer("recall", boundaryRecall)],
  },
];

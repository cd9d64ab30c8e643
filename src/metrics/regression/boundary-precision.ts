import type { CorpusMetric } from "../../core/scores/metric.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { boundaryOffer, boundaryRatio, toleranceOption } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/**
 * Share of predicted boundaries that hit a true one within the tolerance, over all samples. See
 * `matchBoundaries` for what is a hit.
 */
export function boundaryPrecision(
  measure: string,
  { tolerance }: { readonly tolerance: number },
): CorpusMetric<HasBoundaries> {
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

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "boundary-precision",
    group: "regression",
    title: "Boundary precision",
    options: [toleranceOption],
    page: () => ({
      definition:
        "Share of predicted boundaries that hit a true one within the tolerance, over all samples. Predictions in rising order, each takes the nearest boundary that is still free and within the tolerance, the earlier of two as near. Neighbouring predictions are not merged: all but one are false alarms.",
      formula: "hits / predictions",
      citation: "Xperience task suite",
      checkedAgainst:
        "the Xperience task suite’s boundary_f1 on frames of our own, and its recorded figures",
      edgeCases:
        "Null where the divisor is 0. No answer is no prediction; hidden truths do not count.",
      signatures: [boundaryPrecision("", { tolerance: 10 }).signature],
    }),
    offers: [boundaryOffer("precision", boundaryPrecision)],
  },
];

import type { CorpusMetric } from "../../core/scores/metric.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { boundaryOffer, boundaryRatio, toleranceOption } from "./boundary-ratio.ts";
import type { HasBoundaries } from "./match-boundaries.ts";

/**
 * F1 of boundaries within the tolerance, from counts summed over all samples. See `matchBoundaries`
 * for what is a hit.
 */
export function boundaryF1(
  measure: string,
  { tolerance }: { readonly tolerance: number },
): CorpusMetric<HasBoundaries> {
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

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "boundary-f1",
    group: "regression",
    title: "Boundary F1",
    options: [toleranceOption],
    page: () => ({
      definition:
        "F1 of boundaries within the tolerance, from counts summed over all samples. Predictions in rising order, each takes the nearest boundary that is still free and within the tolerance, the earlier of two as near. Neighbouring predictions are not merged: all but one are false alarms.",
      formula: "2·hits / (2·hits + misses + false alarms)",
      citation: "Xperience task suite",
      checkedAgainst:
        "the Xperience task suite’s boundary_f1 on frames of our own, and its recorded figures",
      edgeCases:
        "Null where the divisor is 0. No answer is no prediction; hidden truths do not count.",
      signatures: [boundaryF1("", { tolerance: 10 }).signature],
    }),
    offers: [boundaryOffer("f1", boundaryF1)],
  },
];

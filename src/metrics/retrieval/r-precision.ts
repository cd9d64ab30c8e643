import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { type RetrievalOptions, relevantWithin, retrievalMetric } from "./retrieval-metric.ts";
import { relevanceOptions } from "./retrieval-options.ts";

/**
 * R-precision: the precision among the first R items, R being the number of relevant items of the
 * query; mean over queries. trec_eval's `Rprec`.
 */
export function rPrecision(
  measure: string,
  options: RetrievalOptions = {},
): SampleMetric<RankedRelevance> {
  return retrievalMetric(
    measure,
    {
      name: "r-precision",
      id: "r-precision",
      title: "R-precision",
      kind: "mean",
      parameters: {},
      reads: "relevant",
      score: (query, relevance) =>
        relevantWithin(query, relevance, relevance.relevantTotal) / relevance.relevantTotal,
    },
    options,
  );
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "r-precision",
    group: "retrieval",
    title: "R-precision",
    options: [...relevanceOptions],
    page: () => ({
      definition:
        "The precision among the first R items, R being the number of relevant items of the query; mean over queries. trec_eval’s Rprec.",
      formula: "found_R ÷ R",
      citation: "trec_eval 9, m_Rprec.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval.",
      signatures: [rPrecision("").signature],
    }),
    offers: [
      offer({
        id: "r-precision",
        title: "R-precision",
        reads: "rankings",
        options: [...relevanceOptions],
        create: (measure, given) => [rPrecision(measure, given)],
      }),
    ],
  },
];

import type { SampleMetric } from "../../core/metric.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { type RetrievalOptions, relevantWithin, retrievalMetric } from "./retrieval-metric.ts";

/** R-precision: the precision among the first R items, R being the number of relevant items of the query; mean over queries. trec_eval's `Rprec`. */
export function rPrecision(measure: string, options: RetrievalOptions = {}): SampleMetric<RankedRelevance> {
  return retrievalMetric(
    measure,
    {
      name: "r-precision",
      id: "r-precision",
      title: "R-precision",
      kind: "mean",
      parameters: {},
      reads: "relevant",
      score: (query, relevance) => relevantWithin(query, relevance, relevance.relevantTotal) / relevance.relevantTotal,
    },
    options,
  );
}

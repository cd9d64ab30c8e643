import type { SampleMetric } from "../../core/metric.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { type Cutoff, type RetrievalOptions, ranksToRead, relevantWithin, retrievalMetric } from "./retrieval-metric.ts";

/**
 * recall@k: relevant items among the first k ÷ all relevant items, mean over queries; `all` reads the whole list. trec_eval's `recall_k` and
 * `set_recall`. A query with more than k relevant items cannot reach 1; the ceiling says what can be reached.
 */
export function recall(measure: string, { k, ...options }: RetrievalOptions & { readonly k: Cutoff }): SampleMetric<RankedRelevance> {
  const ranks = ranksToRead(k);
  return retrievalMetric(
    measure,
    {
      name: "recall",
      id: `recall@${k}`,
      title: `Recall at ${k}`,
      kind: "mean",
      parameters: { k },
      reads: "relevant",
      score: (query, relevance) => relevantWithin(query, relevance, ranks) / relevance.relevantTotal,
    },
    options,
  );
}

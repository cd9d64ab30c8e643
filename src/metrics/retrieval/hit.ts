import type { SampleMetric } from "../../core/metric.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { type RetrievalOptions, ranksToRead, relevantWithin, retrievalMetric } from "./retrieval-metric.ts";

/**
 * hit@k: share of queries with at least one relevant item among the first k. trec_eval calls it `success_k`. Not recall@k, which is the
 * fraction of the relevant items found.
 */
export function hit(measure: string, { k, ...options }: RetrievalOptions & { readonly k: number }): SampleMetric<RankedRelevance> {
  const ranks = ranksToRead(k);
  return retrievalMetric(
    measure,
    {
      name: "hit",
      id: `hit@${k}`,
      title: `Hit rate at ${k}`,
      kind: "proportion",
      parameters: { k },
      reads: "relevant",
      score: (query, relevance) => (relevantWithin(query, relevance, ranks) > 0 ? 1 : 0),
    },
    options,
  );
}

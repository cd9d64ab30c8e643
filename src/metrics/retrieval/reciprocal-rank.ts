import type { SampleMetric } from "../../core/metric.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { type Cutoff, type RetrievalOptions, ranksToRead, retrievalMetric } from "./retrieval-metric.ts";

/** MRR: 1 ÷ rank of the first relevant item, 0 if none is among the first k; mean over queries. trec_eval's `recip_rank` reads the whole list. */
export function reciprocalRank(
  measure: string,
  { k = "all", ...options }: RetrievalOptions & { readonly k?: Cutoff } = {},
): SampleMetric<RankedRelevance> {
  const ranks = ranksToRead(k);
  return retrievalMetric(
    measure,
    {
      name: "reciprocal-rank",
      id: k === "all" ? "mrr" : `mrr@${k}`,
      title: k === "all" ? "Mean reciprocal rank" : `Mean reciprocal rank at ${k}`,
      kind: "mean",
      parameters: { k },
      reads: "relevant",
      score: ({ gains }, { isRelevant }) => {
        const at = gains.findIndex(isRelevant);
        return at < 0 || at >= ranks ? 0 : 1 / (at + 1);
      },
    },
    options,
  );
}

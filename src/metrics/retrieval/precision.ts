import type { SampleMetric } from "../../core/metric.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { type RetrievalOptions, ranksToRead, relevantWithin, retrievalMetric } from "./retrieval-metric.ts";

export type PrecisionOptions = RetrievalOptions &
  (
    | {
        readonly k: number /** What short lists are divided by: k itself, as trec_eval does, or what was returned. */;
        readonly by?: "k" | "returned";
      }
    | { readonly k: "all"; readonly by: "returned" }
  );

/**
 * precision@k: relevant items among the first k ÷ k (trec_eval's `P_k`, so that a short list is not rewarded), or ÷ min(k, returned), where an
 * empty list gives 0; with `all`, ÷ returned (trec_eval's `set_P`). The ceiling is the attainable precision: few relevant items cannot fill k ranks.
 */
export function precision(measure: string, { k, by = "k", ...options }: PrecisionOptions): SampleMetric<RankedRelevance> {
  const ranks = ranksToRead(k);
  if (k === "all" && by === "k") throw new RangeError('precision at "all" is by returned');
  return retrievalMetric(
    measure,
    {
      name: "precision",
      id: by === "k" ? `precision@${k}` : `precision@${k}-returned`,
      title: by === "k" ? `Precision at ${k}` : `Precision at ${k}, by returned`,
      kind: "mean",
      parameters: { k, by },
      reads: "relevant",
      score: (query, relevance) => {
        const divisor = by === "k" ? ranks : Math.min(ranks, query.gains.length);
        return divisor === 0 ? 0 : relevantWithin(query, relevance, ranks) / divisor;
      },
    },
    options,
  );
}

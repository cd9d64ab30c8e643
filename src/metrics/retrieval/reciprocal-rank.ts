import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import {
  type Cutoff,
  type RetrievalOptions,
  ranksToRead,
  retrievalMetric,
} from "./retrieval-metric.ts";
import { ranksOption, relevanceOptions } from "./retrieval-options.ts";

/**
 * MRR: 1 ÷ rank of the first relevant item, 0 if none is among the first k; mean over queries.
 * trec_eval's `recip_rank` reads the whole list.
 */
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

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "mrr",
    group: "retrieval",
    title: "Mean reciprocal rank",
    options: [ranksOption, ...relevanceOptions],
    page: () => ({
      definition:
        "1 ÷ rank of the first relevant item, 0 if none is among the first k; mean over queries. trec_eval’s recip_rank.",
      formula: "RR = 1/rank of the first relevant item",
      citation:
        "Voorhees, The TREC-8 question answering track report, 1999; trec_eval 9, m_recip_rank.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval.",
      signatures: [reciprocalRank("").signature],
    }),
    offers: [
      offer({
        id: "mrr",
        title: "Mean reciprocal rank",
        reads: "rankings",
        options: [ranksOption, ...relevanceOptions],
        create: (measure, given) => [reciprocalRank(measure, given)],
      }),
    ],
  },
];

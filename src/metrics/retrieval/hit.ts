import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import {
  type RetrievalOptions,
  ranksToRead,
  relevantWithin,
  retrievalMetric,
} from "./retrieval-metric.ts";
import { cutoffOption, relevanceOptions, usualCutoff } from "./retrieval-options.ts";

/**
 * hit@k: share of queries with at least one relevant item among the first k. trec_eval calls it
 * `success_k`. Not recall@k, which is the fraction of the relevant items found.
 */
export function hit(
  measure: string,
  { k, ...options }: RetrievalOptions & { readonly k: number },
): SampleMetric<RankedRelevance> {
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

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "hit",
    group: "retrieval",
    title: "Hit rate at k",
    options: [cutoffOption, ...relevanceOptions],
    page: () => ({
      definition:
        "Share of queries with at least one relevant item among the first k. trec_eval’s success. Not recall@k, which is the fraction found.",
      formula: "hit@k = [found_k > 0]",
      citation: "trec_eval 9, m_success.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval.",
      signatures: [hit("", { k: 10 }).signature],
    }),
    offers: [
      offer({
        id: "hit",
        title: "Share of queries with a hit at k",
        reads: "rankings",
        options: [cutoffOption, ...relevanceOptions],
        create: (measure, { k = usualCutoff, ...given }) => [hit(measure, { k, ...given })],
      }),
    ],
  },
];

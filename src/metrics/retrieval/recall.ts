import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import {
  type Cutoff,
  type RetrievalOptions,
  ranksToRead,
  relevantWithin,
  retrievalMetric,
} from "./retrieval-metric.ts";
import { cutoffOption, relevanceOptions, usualCutoff } from "./retrieval-options.ts";

/**
 * recall@k: relevant items among the first k ÷ all relevant items, mean over queries; `all` reads
 * the whole list. trec_eval's `recall_k` and `set_recall`. A query with more than k relevant items
 * cannot reach 1; the ceiling says what can be reached.
 */
export function recall(
  measure: string,
  { k, ...options }: RetrievalOptions & { readonly k: Cutoff },
): SampleMetric<RankedRelevance> {
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
      score: (query, relevance) =>
        relevantWithin(query, relevance, ranks) / relevance.relevantTotal,
    },
    options,
  );
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "recall",
    group: "retrieval",
    title: "Recall at k",
    options: [cutoffOption, ...relevanceOptions],
    page: () => ({
      definition:
        "Relevant items among the first k, divided by all relevant items; mean over queries. trec_eval’s recall and set_recall. Not hit@k, which asks for any.",
      formula: "recall@k = found_k ÷ R",
      citation: "trec_eval 9, m_recall.c and m_set_recall.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval. With more than k relevant items 1 cannot be reached: the ceiling says what can.",
      signatures: [recall("", { k: 10 }).signature],
    }),
    offers: [
      offer({
        id: "recall",
        title: "Recall at k",
        reads: "rankings",
        options: [cutoffOption, ...relevanceOptions],
        create: (measure, { k = usualCutoff, ...given }) => [recall(measure, { k, ...given })],
      }),
    ],
  },
];

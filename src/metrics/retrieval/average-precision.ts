import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import {
  type Cutoff,
  type Relevance,
  type RetrievalOptions,
  ranksToRead,
  retrievalMetric,
} from "./retrieval-metric.ts";
import { ranksOption, relevanceOptions } from "./retrieval-options.ts";

/**
 * MAP: the precision at each relevant item among the first k, summed and divided by the number of
 * all relevant items, not interpolated; mean over queries. trec_eval's `map` and `map_cut_k`.
 * Buckley and Voorhees, "Evaluating evaluation measure stability", SIGIR 2000.
 */
export function averagePrecision(
  measure: string,
  { k = "all", ...options }: RetrievalOptions & { readonly k?: Cutoff } = {},
): SampleMetric<RankedRelevance> {
  const ranks = ranksToRead(k);
  return retrievalMetric(
    measure,
    {
      name: "average-precision",
      id: k === "all" ? "map" : `map@${k}`,
      title: k === "all" ? "Mean average precision" : `Mean average precision at ${k}`,
      kind: "mean",
      parameters: { k },
      reads: "relevant",
      score: (query, relevance) => precisionSum(query, relevance, ranks) / relevance.relevantTotal,
    },
    options,
  );
}

function precisionSum(
  { gains }: RankedRelevance,
  { isRelevant }: Relevance,
  ranks: number,
): number {
  let sum = 0;
  let found = 0;
  for (let at = 0; at < gains.length && at < ranks; at++)
    if (isRelevant(gains[at]!)) sum += ++found / (at + 1);
  return sum;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "map",
    group: "retrieval",
    title: "Mean average precision",
    options: [ranksOption, ...relevanceOptions],
    page: () => ({
      definition:
        "The precision at each relevant item among the first k, summed and divided by the number of all relevant items, not interpolated; mean over queries. trec_eval’s map and map_cut.",
      formula: "AP = 1/R · Σ over ranks i ≤ k of relevant items of found_i/i",
      citation:
        "Buckley and Voorhees, Evaluating evaluation measure stability, SIGIR 2000; trec_eval 9, m_map.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval.",
      signatures: [averagePrecision("").signature, averagePrecision("", { k: 10 }).signature],
    }),
    offers: [
      offer({
        id: "map",
        title: "Mean average precision",
        reads: "rankings",
        options: [ranksOption, ...relevanceOptions],
        create: (measure, given) => [averagePrecision(measure, given)],
      }),
    ],
  },
];

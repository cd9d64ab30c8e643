import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { type Relevance, type RetrievalOptions, retrievalMetric } from "./retrieval-metric.ts";
import { relevanceOptions } from "./retrieval-options.ts";

/**
 * bpref: 1/R · Σ over returned relevant items of 1 − min(n, R) ÷ min(N, R), where n judged
 * nonrelevant items stand above the item, N are judged nonrelevant in all and R relevant; items not
 * judged are passed over. Mean over queries. Buckley and Voorhees, "Retrieval evaluation with
 * incomplete information", SIGIR 2004, in the corrected form that trec_eval computes.
 */
export function bpref(
  measure: string,
  options: RetrievalOptions = {},
): SampleMetric<RankedRelevance> {
  return retrievalMetric(
    measure,
    {
      name: "bpref",
      id: "bpref",
      title: "bpref",
      kind: "mean",
      parameters: {},
      reads: "relevant",
      score: preferenceShare,
    },
    options,
  );
}

function preferenceShare(
  { gains, idealGains, judgedNonrelevant }: RankedRelevance,
  { isRelevant, relevantTotal }: Relevance,
): number {
  // A gain below `minGain` was judged too.
  const nonrelevantTotal = judgedNonrelevant + idealGains.length - relevantTotal;
  let nonrelevantAbove = 0;
  let sum = 0;
  for (const gain of gains) {
    if (gain < 0) continue;
    if (!isRelevant(gain)) nonrelevantAbove++;
    else if (nonrelevantAbove === 0) sum += 1;
    else
      sum +=
        1 - Math.min(nonrelevantAbove, relevantTotal) / Math.min(nonrelevantTotal, relevantTotal);
  }
  return sum / relevantTotal;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "bpref",
    group: "retrieval",
    title: "bpref",
    options: [...relevanceOptions],
    page: () => ({
      definition:
        "For each returned relevant item, one minus the share of judged nonrelevant items above it; sum divided by the number of relevant items; mean over queries. Items not judged are passed over.",
      formula:
        "1/R · Σ over returned relevant items of 1 − min(n, R) ÷ min(N, R), n judged nonrelevant items above it and N in all",
      citation:
        "Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004, in the corrected form of trec_eval 9, m_bpref.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval.",
      signatures: [bpref("").signature],
    }),
    offers: [
      offer({
        id: "bpref",
        title: "bpref",
        reads: "rankings",
        options: [...relevanceOptions],
        create: (measure, given) => [bpref(measure, given)],
      }),
    ],
  },
];

import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import {
  type Cutoff,
  type RetrievalOptions,
  ranksToRead,
  retrievalMetric,
} from "./retrieval-metric.ts";
import { gainOption, queryOptions, ranksOption } from "./retrieval-options.ts";

export interface NdcgOptions extends Omit<RetrievalOptions, "minGain"> {
  readonly k?: Cutoff;
  /**
   * `linear`: the relevance itself (trec_eval, scikit-learn, Järvelin and Kekäläinen);
   * `exponential`: 2^relevance − 1 (VIGIL, Burges et al. 2005).
   */
  readonly gain?: "linear" | "exponential";
}

/**
 * nDCG@k: Σ gain ÷ log2(rank + 1) over the first k items, divided by that sum for the ideal ranking
 * of the truth; mean over queries. Items not judged gain 0. trec_eval's `ndcg` and `ndcg_cut_k`
 * with linear gain. Järvelin and Kekäläinen, ACM TOIS 20 (2002), with the discount of Burges et
 * al., ICML 2005.
 */
export function ndcg(
  measure: string,
  { k = "all", gain = "linear", ...options }: NdcgOptions = {},
): SampleMetric<RankedRelevance> {
  const ranks = ranksToRead(k);
  const suffix = `${k === "all" ? "" : `@${k}`}${gain === "linear" ? "" : "-exponential"}`;
  return retrievalMetric(
    measure,
    {
      name: "ndcg",
      id: `ndcg${suffix}`,
      title: `nDCG${k === "all" ? "" : ` at ${k}`}, ${gain} gain`,
      kind: "mean",
      parameters: { k, gain, discount: "log2(rank+1)" },
      reads: "gains",
      score: ({ gains, idealGains }) =>
        discountedGain(gains, gain, ranks) / discountedGain(idealGains, gain, ranks),
    },
    options,
  );
}

function discountedGain(
  gains: readonly number[],
  kind: "linear" | "exponential",
  ranks: number,
): number {
  let sum = 0;
  for (let at = 0; at < gains.length && at < ranks; at++) {
    const gain = gains[at]!;
    if (gain > 0) sum += (kind === "linear" ? gain : 2 ** gain - 1) / Math.log2(at + 2);
  }
  return sum;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "ndcg",
    group: "retrieval",
    title: "nDCG",
    options: [ranksOption, gainOption, ...queryOptions],
    page: () => ({
      definition:
        "Discounted gains of the first k items, divided by those of the ideal ranking of the truth; mean over queries. Items not judged gain 0. trec_eval’s ndcg and ndcg_cut with linear gain.",
      formula: "DCG = Σ over ranks i ≤ k of gain_i ÷ log2(i + 1);  nDCG = DCG ÷ DCG of the ideal",
      citation:
        "Järvelin and Kekäläinen, ACM TOIS 20, 2002; discount of Burges et al., ICML 2005; trec_eval 9, m_ndcg.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval. The ideal comes from the truth alone, never from what was returned.",
      signatures: [ndcg("").signature, ndcg("", { gain: "exponential" }).signature],
    }),
    offers: [
      offer({
        id: "ndcg",
        title: "nDCG",
        reads: "rankings",
        options: [ranksOption, gainOption, ...queryOptions],
        create: (measure, given) => [ndcg(measure, given)],
      }),
    ],
  },
];

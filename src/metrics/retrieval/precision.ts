import type { SampleMetric } from "../../core/scores/metric.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { choiceOption } from "../metric-option.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import {
  type RetrievalOptions,
  ranksToRead,
  relevantWithin,
  retrievalMetric,
} from "./retrieval-metric.ts";
import { cutoffOption, relevanceOptions, usualCutoff } from "./retrieval-options.ts";

export type PrecisionOptions = RetrievalOptions &
  (
    | {
        readonly k: number /** What short lists are divided by: k itself, as trec_eval does, or what was returned. */;
        readonly by?: "k" | "returned";
      }
    | { readonly k: "all"; readonly by: "returned" }
  );

/**
 * precision@k: relevant items among the first k ÷ k (trec_eval's `P_k`, so that a short list is not
 * rewarded), or ÷ min(k, returned), where an empty list gives 0; with `all`, ÷ returned
 * (trec_eval's `set_P`). The ceiling is the attainable precision: few relevant items cannot fill k
 * ranks.
 */
export function precision(
  measure: string,
  { k, by = "k", ...options }: PrecisionOptions,
): SampleMetric<RankedRelevance> {
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

const byOption = choiceOption(
  {
    name: "by",
    default: "k",
    meaning:
      "k: a short list is not rewarded (trec_eval’s P); returned: ÷ min(k, returned), and 0 for an empty list (with all: trec_eval’s set_P)",
  },
  ["k", "returned"],
);

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "precision",
    group: "retrieval",
    title: "Precision at k",
    options: [cutoffOption, byOption, ...relevanceOptions],
    page: () => ({
      definition:
        "Relevant items among the first k, divided by k or by what was returned; mean over queries. trec_eval’s P and set_P.",
      formula: "P@k = found_k ÷ k, or ÷ min(k, returned)",
      citation: "trec_eval 9, m_P.c and m_set_P.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test*), to its 4 decimals, per query and on average; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Queries without ground truth and queries without a list count as the options say, and are counted visibly beside the score. An item returned twice counts where it first stands; in a TREC run it is refused, as by trec_eval. Few relevant items cannot fill k ranks: the ceiling says what can be reached.",
      signatures: [
        precision("", { k: 10 }).signature,
        precision("", { k: "all", by: "returned" }).signature,
      ],
    }),
    offers: [
      offer({
        id: "precision",
        title: "Precision at k",
        reads: "rankings",
        options: [cutoffOption, byOption, ...relevanceOptions],
        create: (measure, { k = usualCutoff, ...given }) => [precision(measure, { k, ...given })],
      }),
    ],
  },
];

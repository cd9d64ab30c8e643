import type { SampleMetric } from "../../core/scores/metric.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import {
  type Relevance,
  type RetrievalOptions,
  relevantWithin,
  retrievalMetric,
} from "./retrieval-metric.ts";
import { relevanceOptions, roundingOption } from "./retrieval-options.ts";

export interface InterpolatedPrecisionOptions extends RetrievalOptions {
  /** From 0 to 1. */
  readonly recall: number;
  /**
   * How the number of items that a recall asks for is made whole: to the nearest (trec_eval 10), or
   * + 0.9 and cut off (trec_eval 9).
   */
  readonly rounding?: "nearest" | "up";
}

/** Highest precision at a recall or beyond, mean over queries. See the page for the rest. */
export function interpolatedPrecision(
  measure: string,
  { recall, rounding = "nearest", ...options }: InterpolatedPrecisionOptions,
): SampleMetric<RankedRelevance> {
  if (!(recall >= 0 && recall <= 1))
    throw new RangeError(`recall must be from 0 to 1, got ${recall}`);
  const added = rounding === "nearest" ? 0.5 : 0.9;
  return retrievalMetric(
    measure,
    {
      name: "interpolated-precision",
      id: `precision-at-recall-${recall.toFixed(2)}`,
      title: `Interpolated precision at recall ${recall.toFixed(2)}`,
      kind: "mean",
      parameters: { recall, rounding },
      reads: "relevant",
      score: (query, relevance) =>
        highestPrecision(query, relevance, Math.floor(recall * relevance.relevantTotal + added)),
    },
    options,
  );
}

/** From the rank on at which `needed` relevant items are found. */
function highestPrecision(query: RankedRelevance, relevance: Relevance, needed: number): number {
  const { gains } = query;
  let found = relevantWithin(query, relevance, gains.length);
  if (found < needed) return 0;
  let highest = 0;
  for (let rank = gains.length; rank > 0 && found > 0; rank--) {
    highest = Math.max(highest, found / rank);
    if (!relevance.isRelevant(gains[rank - 1]!)) continue;
    if (found === needed) return highest;
    found--;
  }
  return highest;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "interpolated-precision",
    group: "retrieval",
    title: "Interpolated precision at a recall",
    options: [
      { name: "recall", default: "–", meaning: "the recall to reach, from 0 to 1" },
      roundingOption,
      ...relevanceOptions,
    ],
    page: () => ({
      definition:
        "The highest precision at the rank where the recall is reached, or at any later rank; 0 where it is not reached. Mean over queries. trec_eval's iprec_at_recall, at .00, .10, …, 1.00 by default.",
      formula: "iP(r) = max over ranks k with found_k ≥ round(r·R) of found_k/k",
      citation:
        "Manning, Raghavan and Schütze, Introduction to Information Retrieval, section 8.4; trec_eval, m_iprec_at_recall.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test), all 11 recalls to its 4 decimals; `up` against trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases: "Recall 0 takes the highest precision of all ranks. An empty list has 0.",
      signatures: [
        interpolatedPrecision("", { recall: 0.1 }).signature,
        interpolatedPrecision("", { recall: 0.1, rounding: "up" }).signature,
      ],
    }),
  },
];

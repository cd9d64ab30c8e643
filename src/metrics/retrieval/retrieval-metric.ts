import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";

/** Which queries count, and which items are relevant. */
export interface RetrievalOptions {
  /**
   * An item is relevant when its gain is above 0 and at least this; trec_eval's `-l`. nDCG reads
   * the gains themselves, as trec_eval does.
   */
  readonly minGain?: number;
  /**
   * Queries with nothing relevant to find: left out (`skip`), or kept in the denominator with 0
   * (`zero`, as VIGIL and trec_eval do).
   */
  readonly noTruth?: "skip" | "zero";
  /**
   * Queries the system gave no list for: 0 (`zero`, trec_eval's `-c`), or left out (`skip`, what
   * trec_eval does without it).
   */
  readonly missing?: "zero" | "skip";
}

/** How many ranks are read; `all`: the whole list. */
export type Cutoff = number | "all";

export interface RetrievalDefinition {
  /** The name in the signature. */
  readonly name: string;
  readonly id: string;
  readonly title: string;
  readonly kind: "proportion" | "mean";
  /** Parameters beside those of all retrieval metrics. */
  readonly parameters: Readonly<Record<string, string | number>>;
  /**
   * `gains`: every positive gain is something to find, whatever `minGain` says, which then is not a
   * parameter.
   */
  readonly reads: "relevant" | "gains";
  score(query: RankedRelevance, relevance: Relevance): number;
}

/** What `minGain` makes of one query. */
export interface Relevance {
  isRelevant(gain: number): boolean;
  /** How many items are relevant, returned or not; at least 1 where a score is asked for. */
  readonly relevantTotal: number;
}

/**
 * A mean over queries, under stated rules for queries without ground truth and for missing ones.
 */
export function retrievalMetric(
  measure: string,
  definition: RetrievalDefinition,
  options: RetrievalOptions,
): SampleMetric<RankedRelevance> {
  const { name, id, title, kind, parameters, reads, score } = definition;
  const { minGain = 0, noTruth = "skip", missing = "zero" } = options;
  if (!Number.isFinite(minGain)) throw new RangeError(`minGain must be a number, got ${minGain}`);
  const isRelevant = (gain: number) => gain > 0 && (reads === "gains" || gain >= minGain);
  const value = (query: RankedRelevance): number | null => {
    if (query.missing && missing === "skip") return null;
    let relevantTotal = 0;
    for (let at = 0; at < query.idealGains.length; at++)
      if (isRelevant(query.idealGains[at]!)) relevantTotal++;
    if (relevantTotal === 0) return noTruth === "zero" ? 0 : null;
    return score(query, { isRelevant, relevantTotal });
  };
  return sampleMetric({
    id,
    title,
    signature: signature(name, 1, {
      ...parameters,
      ...(reads === "relevant" && { minGain }),
      noTruth,
      missing,
    }),
    measure,
    kind,
    best: 1,
    worst: 0,
    value,
    ceiling: (evidence) =>
      meanOf(evidence, (query) => value({ ...query, gains: query.idealGains })) ?? 1,
  });
}

function meanOf(
  evidence: Iterable<RankedRelevance>,
  value: (query: RankedRelevance) => number | null,
): number | null {
  let sum = 0;
  let count = 0;
  for (const query of evidence) {
    const one = value(query);
    if (one === null) continue;
    sum += one;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** Throws unless the cutoff is a whole number from 1 or `all`; the number of ranks to read. */
export function ranksToRead(k: Cutoff): number {
  if (k === "all") return Infinity;
  if (!Number.isInteger(k) || k < 1)
    throw new RangeError(`k must be a whole number from 1 or "all", got ${k}`);
  return k;
}

/** How many of the first `ranks` items are relevant. */
export function relevantWithin(
  { gains }: RankedRelevance,
  { isRelevant }: Relevance,
  ranks: number,
): number {
  let found = 0;
  for (let at = 0; at < gains.length && at < ranks; at++) if (isRelevant(gains[at]!)) found++;
  return found;
}

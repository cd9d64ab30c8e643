/**
 * What the metrics of retrieval read of one query: how relevant each returned item is, best rank
 * first, and how much there was to find. The ideal comes from the truth alone, never from what was
 * returned.
 */
export interface RankedRelevance {
  /**
   * Relevance of the returned items in the order of rank: above 0 relevant, 0 judged not relevant,
   * −1 not judged.
   */
  readonly gains: readonly number[];
  /**
   * Relevance of everything there is to find, above 0, largest first; empty for a query without
   * ground truth.
   */
  readonly idealGains: readonly number[];
  /** How many items were judged and found not relevant, returned or not; read by bpref only. */
  readonly judgedNonrelevant: number;
  /** The system gave no list at all for this query, which is not the same as an empty list. */
  readonly missing: boolean;
}

/**
 * Relevance by identity. An item returned twice counts where it first stands; the repeats keep
 * their ranks and count as not judged. Items with a negative judgement are in the pool but not
 * judged, as in trec_eval. `ranking` is `undefined` for a query that was not answered.
 */
export function rankedRelevance(
  ranking: Iterable<string> | undefined,
  judgements: ReadonlyMap<string, number>,
): RankedRelevance {
  const seen = new Set<string>();
  const gainOf = (id: string) => {
    const isRepeat = seen.has(id);
    seen.add(id);
    return isRepeat ? -1 : Math.max(-1, judgements.get(id) ?? -1);
  };
  return withJudgements(ranking && Array.from(ranking, gainOf), judgements.values());
}

/**
 * The gains of a ranking, if there is one, with what all judgements of the query say about the
 * ideal.
 */
export function withJudgements(
  gains: readonly number[] | undefined,
  judgements: Iterable<number>,
): RankedRelevance {
  const idealGains: number[] = [];
  let judgedNonrelevant = 0;
  for (const gain of judgements) {
    if (gain > 0) idealGains.push(gain);
    else if (gain === 0) judgedNonrelevant++;
  }
  idealGains.sort((a, b) => b - a);
  return { gains: gains ?? [], idealGains, judgedNonrelevant, missing: gains === undefined };
}

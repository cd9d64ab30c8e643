import { type RankedRelevance, rankedRelevance } from "./ranked-relevance.ts";
import type { Qrels } from "./trec-qrels.ts";
import type { Run } from "./trec-run.ts";

export interface JudgedRun {
  /** One entry for each query of the judgements, in their order; those the run lacks are marked missing. */
  readonly queries: ReadonlyMap<string, RankedRelevance>;
  /** Queries of the run that nobody judged: trec_eval leaves them out without a word, so they are named here. */
  readonly unjudged: readonly string[];
}

/** Joins a run with the judgements. For trec_eval's averages: `noTruth: "zero"`, and `missing: "skip"`, or `"zero"` for its `-c`. */
export function judgeRun(qrels: Qrels, run: Run): JudgedRun {
  const queries = new Map<string, RankedRelevance>();
  for (const [query, judgements] of qrels) queries.set(query, rankedRelevance(run.get(query), judgements));
  return { queries, unjudged: [...run.keys()].filter((query) => !qrels.has(query)) };
}

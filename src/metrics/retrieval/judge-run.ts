import { UserError } from "../../core/user-error.ts";
import { type NameTable, nameTable } from "./name-table.ts";
import { nameAt } from "./packed-names.ts";
import type { NumberedNames } from "./query-lists.ts";
import { rankOrder } from "./rank-order.ts";
import { type RankedRelevance, withJudgements } from "./ranked-relevance.ts";
import type { Qrels } from "./trec-qrels.ts";
import type { Run } from "./trec-run.ts";

export interface JudgedRun {
  /**
   * One entry for each query of the judgements, in their order; those the run lacks are marked
   * missing.
   */
  readonly queries: ReadonlyMap<string, RankedRelevance>;
  /**
   * Queries of the run that nobody judged: trec_eval leaves them out without a word, so they are
   * named here.
   */
  readonly unjudged: readonly string[];
}

/**
 * Joins a run with the judgements. For trec_eval's averages: `noTruth: "zero"`, and `missing:
 * "skip"`, or `"zero"` for its `-c`. A document that is returned twice for a judged query is
 * refused, as there.
 */
export function judgeRun(qrels: Qrels, run: Run): JudgedRun {
  const table = nameTable();
  const queries = new Map<string, RankedRelevance>();
  for (const [query, judged] of qrels) {
    const hits = run.get(query);
    const twice = hits ? table.fill(hits.names) : -1;
    if (hits && twice >= 0)
      throw new UserError(`the run returns ${nameAt(hits.names, twice)} twice for query ${query}`);
    queries.set(query, withJudgements(hits && gainsOf(hits, judged, table), judged.numbers));
  }
  return { queries, unjudged: [...run.keys()].filter((query) => !qrels.has(query)) };
}

const notJudged = -1;

/** The judged documents are looked up among the returned ones, since they are fewer. */
function gainsOf(
  hits: NumberedNames,
  { names, numbers }: NumberedNames,
  returned: NameTable,
): readonly number[] {
  const byHit = new Int32Array(hits.numbers.length).fill(notJudged);
  for (let i = 0; i < numbers.length; i++) {
    const hit = returned.find(names, i);
    if (hit >= 0) byHit[hit] = Math.max(notJudged, numbers[i]!);
  }
  const order = rankOrder(hits);
  const gains = new Array<number>(order.length);
  for (let rank = 0; rank < gains.length; rank++) gains[rank] = byHit[order[rank]!]!;
  return gains;
}

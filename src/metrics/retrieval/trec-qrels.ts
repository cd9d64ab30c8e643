import { UserError } from "../../core/user-error.ts";
import { trecFields } from "./trec-fields.ts";

/** The relevance of judged documents by query. */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Reads TREC judgements: lines of query, iteration (not read), document and relevance, a whole number, where a negative one means "in the pool
 * but not judged". Blank lines and lines that start with # are passed over. Judging a document twice for one query is refused, as in trec_eval.
 */
export function parseQrels(text: string): Qrels {
  const qrels = new Map<string, Map<string, number>>();
  for (const { fields, line } of trecFields(text, { count: 4, rest: "refuse", format: "query iteration document relevance" })) {
    const [query, , document, grade] = fields as [string, string, string, string];
    const relevance = Number(grade);
    if (!Number.isInteger(relevance)) throw new UserError(`line ${line} of the qrels: the relevance ${grade} is no whole number`);
    let judged = qrels.get(query);
    if (!judged) {
      judged = new Map();
      qrels.set(query, judged);
    }
    if (judged.has(document)) throw new UserError(`line ${line} of the qrels: ${document} is judged twice for query ${query}`);
    judged.set(document, relevance);
  }
  return qrels;
}

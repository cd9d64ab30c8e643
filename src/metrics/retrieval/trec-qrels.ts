import { UserError } from "../../core/user-error.ts";
import { decimalNumber } from "./decimal-number.ts";
import { nameTable } from "./name-table.ts";
import { nameAt } from "./packed-names.ts";
import { type NumberedNames, queryLists } from "./query-lists.ts";
import { fieldText, trecLines } from "./trec-lines.ts";
import { readAtOnce, type TrecReader } from "./trec-reader.ts";

/** The judged documents of each query with their relevance, in the order of lines. */
export type Qrels = ReadonlyMap<string, NumberedNames>;

/**
 * Reads TREC judgements: lines of query, iteration (not read), document and relevance, a whole
 * number, where a negative one means "in the pool but not judged". Blank lines and lines that start
 * with # are passed over. Judging a document twice for one query is refused, as in trec_eval.
 */
export function qrelsReader(): TrecReader<Qrels> {
  const lists = queryLists();
  const lines = trecLines(
    { count: 4, rest: "refuse", format: "query iteration document relevance" },
    (line) => {
      const relevance = decimalNumber(line.bytes, line.fields[6]!, line.fields[7]!);
      if (!Number.isInteger(relevance))
        throw new UserError(
          `line ${line.line} of the qrels: the relevance ${fieldText(line, 3)} is no whole number`,
        );
      lists.add(line, 2, relevance);
    },
  );
  return {
    push: lines.push,
    finish() {
      lines.end();
      const qrels = lists.finish();
      refuseTwice(qrels);
      return qrels;
    },
  };
}

function refuseTwice(qrels: Qrels): void {
  const table = nameTable();
  for (const [query, { names }] of qrels) {
    const twice = table.fill(names);
    if (twice >= 0)
      throw new UserError(`the qrels: ${nameAt(names, twice)} is judged twice for query ${query}`);
  }
}

/** Judgements that are at hand as a whole; see `qrelsReader`. */
export function parseQrels(content: string | Uint8Array): Qrels {
  return readAtOnce(qrelsReader(), content);
}

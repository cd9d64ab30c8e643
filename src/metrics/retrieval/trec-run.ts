import { UserError } from "../../core/user-error.ts";
import { decimalNumber } from "./decimal-number.ts";
import { nameAt } from "./packed-names.ts";
import { type NumberedNames, queryLists } from "./query-lists.ts";
import { rankOrder } from "./rank-order.ts";
import { fieldText, trecLines } from "./trec-lines.ts";
import { readAtOnce, type TrecReader } from "./trec-reader.ts";

/**
 * The documents returned for each query with their scores, in the order of lines; `rankOrder` says
 * which is best.
 */
export type Run = ReadonlyMap<string, NumberedNames>;

/**
 * Reads a TREC run: lines of query, iteration, document, rank, score and run name; the rest of a
 * line is passed over. Lines of a query need not stand together. Blank lines and lines that start
 * with # are passed over. Holds the bytes of the names and 12 bytes for each line.
 */
export function runReader(): TrecReader<Run> {
  const lists = queryLists();
  const lines = trecLines(
    { count: 6, rest: "ignore", format: "query Q0 document rank score name" },
    (line) => {
      const score = decimalNumber(line.bytes, line.fields[8]!, line.fields[9]!);
      if (Number.isNaN(score))
        throw new UserError(
          `line ${line.line} of the run: the score ${fieldText(line, 4)} is no number`,
        );
      lists.add(line, 2, score);
    },
  );
  return {
    push: lines.push,
    finish() {
      lines.end();
      return lists.finish();
    },
  };
}

/** A run that is at hand as a whole; see `runReader`. */
export function parseRun(content: string | Uint8Array): Run {
  return readAtOnce(runReader(), content);
}

/** The names of a query's documents, best first. */
export function rankedDocuments(hits: NumberedNames): readonly string[] {
  return Array.from(rankOrder(hits), (hit) => nameAt(hits.names, hit));
}

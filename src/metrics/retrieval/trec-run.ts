import { UserError } from "../../core/user-error.ts";
import { trecFields } from "./trec-fields.ts";

/** The documents returned for each query, best first. */
export type Run = ReadonlyMap<string, readonly string[]>;

/** Two columns, not one object per hit: runs have millions of them. */
interface Hits {
  readonly documents: string[];
  readonly scores: number[];
}

/**
 * Reads a TREC run: lines of query, iteration, document, rank, score and run name; the rest of a line is passed over. As in trec_eval, the
 * rank is not read: documents are sorted by score (a double), largest first, and documents of one score by name in the order of bytes, last
 * first. A document returned twice for one query is refused, as there. Blank lines and lines that start with # are passed over.
 */
export function parseRun(text: string): Run {
  const hits = new Map<string, Hits>();
  for (const { fields, line } of trecFields(text, { count: 6, rest: "ignore", format: "query Q0 document rank score name" })) {
    const [query, , document, , written] = fields as [string, string, string, string, string];
    const score = Number(written);
    if (Number.isNaN(score)) throw new UserError(`line ${line} of the run: the score ${written} is no number`);
    let list = hits.get(query);
    if (!list) {
      list = { documents: [], scores: [] };
      hits.set(query, list);
    }
    list.documents.push(document);
    list.scores.push(score);
  }
  return new Map([...hits].map(([query, list]) => [query, ranked(query, list)]));
}

function ranked(query: string, { documents, scores }: Hits): readonly string[] {
  if (new Set(documents).size < documents.length) {
    const twice = documents.find((document, at) => documents.indexOf(document) < at);
    throw new UserError(`the run returns ${twice} twice for query ${query}`);
  }
  // Not a difference of scores: two infinite ones would give NaN.
  const order = Uint32Array.from(documents, (_, at) => at).sort((a, b) =>
    scores[a]! > scores[b]! ? -1 : scores[a]! < scores[b]! ? 1 : compareBytes(documents[b]!, documents[a]!),
  );
  return Array.from(order, (at) => documents[at]!);
}

/** Compares as UTF-8 bytes do, which is by code point. JavaScript compares UTF-16 units, which puts characters beyond U+FFFF before U+E000. */
function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return a.codePointAt(at)! - b.codePointAt(at)!;
  }
  return a.length - b.length;
}

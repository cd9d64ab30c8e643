import { compareNames } from "./packed-names.ts";
import type { NumberedNames } from "./query-lists.ts";

/**
 * How often a document may move up by one, per document, before sorting by insertion is given up.
 */
const fewMoves = 4;

/**
 * The order of a query's documents as trec_eval has it, whatever the ranks in the file: by score (a
 * double), largest first, and documents of one score by name in the order of bytes, last first.
 * Runs are usually written in order but for ties, so they are sorted by insertion, and merged only
 * where that would take long.
 */
export function rankOrder(hits: NumberedNames): Uint32Array {
  const count = hits.numbers.length;
  const order = new Uint32Array(count);
  let movesLeft = count * fewMoves;
  for (let i = 0; i < count; i++) {
    let at = i;
    for (; at > 0 && isBefore(hits, i, order[at - 1]!); at--) {
      order[at] = order[at - 1]!;
      if (--movesLeft < 0) return merged(hits);
    }
    order[at] = i;
  }
  return order;
}

function isBefore({ numbers, names }: NumberedNames, a: number, b: number): boolean {
  return numbers[a]! > numbers[b]! || (numbers[a] === numbers[b] && compareNames(names, a, b) > 0);
}

function merged(hits: NumberedNames): Uint32Array {
  const count = hits.numbers.length;
  let order = Uint32Array.from(hits.numbers.keys());
  let spare = new Uint32Array(count);
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width)
      merge(hits, { from: order, to: spare, start, width });
    [order, spare] = [spare, order];
  }
  return order;
}

interface Merge {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly start: number;
  readonly width: number;
}

/** Two ordered stretches become one. */
function merge(hits: NumberedNames, { from, to, start, width }: Merge): void {
  const middle = Math.min(from.length, start + width);
  const end = Math.min(from.length, start + 2 * width);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isRight = left === middle || (right < end && isBefore(hits, from[right]!, from[left]!));
    to[at] = isRight ? from[right++]! : from[left++]!;
  }
}

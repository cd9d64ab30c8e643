import { signature } from "../../core/signature.ts";
import { maxOrder, ngramCount, ngramInterner } from "./ngram-interner.ts";
import { assertReferences, splitWords, type TextPair } from "./text-pair.ts";

/** What BLEU needs to know of one segment: counts that add up over segments. */
export interface BleuStatistics {
  /** Clipped n-gram matches for n = 1 to 4. */
  readonly matches: readonly number[];
  /** Words of the candidate; it has `candidateLength` − n + 1 n-grams. */
  readonly candidateLength: number;
  /** Words of the reference whose length is closest, the shorter one of two. */
  readonly referenceLength: number;
}

/** The identity of a `bleuMeter`, for families whose measure is just this. */
export const bleuMeasureSignature = signature("bleu-statistics", 1, { maxOrder, referenceLength: "closest", words: "white-space" });

/**
 * Counts the n-grams of a candidate that some reference has as well, each at most as often as in the reference that has it most. One meter
 * measures any number of pairs with one set of buffers.
 */
export function bleuMeter(): (pair: TextPair) => BleuStatistics {
  const interner = ngramInterner();
  let ids = new Int32Array(1024);
  let most = new Int32Array(1024);
  let current = new Int32Array(1024);

  function intern(words: readonly string[]): number {
    const needed = ngramCount(words.length);
    if (needed > ids.length) ids = new Int32Array(needed * 2);
    const count = interner.intern(words, ids);
    if (interner.size > most.length) {
      most = enlarged(most, interner.size * 2);
      current = enlarged(current, interner.size * 2);
    }
    return count;
  }

  return (pair) => {
    assertReferences(pair);
    interner.forget();
    const candidate = splitWords(pair.candidate);
    const touched: Int32Array[] = [];
    let referenceLength = Number.POSITIVE_INFINITY;
    for (const reference of pair.references) {
      const words = splitWords(reference);
      referenceLength = closer(words.length, referenceLength, candidate.length);
      const count = intern(words);
      const own = ids.slice(0, count);
      for (let i = 0; i < own.length; i++) {
        const times = ++current[own[i]!]!;
        if (times > most[own[i]!]!) most[own[i]!] = times;
      }
      for (let i = 0; i < own.length; i++) current[own[i]!] = 0;
      touched.push(own);
    }
    intern(candidate);
    const matches = takeMatches(ids, candidate.length, most);
    for (const own of touched) for (let i = 0; i < own.length; i++) most[own[i]!] = 0;
    return { matches, candidateLength: candidate.length, referenceLength };
  };
}

/** Each n-gram of the candidate takes one from what the references offer, as long as there is any. */
function takeMatches(ids: Int32Array, length: number, offered: Int32Array): number[] {
  const matches: number[] = [];
  let at = 0;
  for (let order = 1; order <= maxOrder; order++) {
    let count = 0;
    const end = at + Math.max(0, length - order + 1);
    for (; at < end; at++) {
      if (offered[ids[at]!]! === 0) continue;
      offered[ids[at]!]!--;
      count++;
    }
    matches.push(count);
  }
  return matches;
}

function closer(length: number, best: number, candidateLength: number): number {
  const [distance, bestDistance] = [Math.abs(length - candidateLength), Math.abs(best - candidateLength)];
  return distance < bestDistance || (distance === bestDistance && length < best) ? length : best;
}

function enlarged(items: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(items);
  return larger;
}

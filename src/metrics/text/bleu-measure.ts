import { signature } from "../../core/signature.ts";
import { maxOrder, ngramCount, ngramInterner } from "./ngram-interner.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";
import { wordInterner } from "./word-interner.ts";

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
 * measures any number of pairs with one set of buffers and remembers the words it has seen.
 */
export function bleuMeter(): (pair: TextPair) => BleuStatistics {
  const words = wordInterner();
  const short = shortMatches();
  const long = longMatches();
  return (pair) => {
    assertReferences(pair);
    const [first] = pair.references;
    const candidate = words.split(pair.candidate);
    const candidateLength = candidate.length;
    if (pair.references.length === 1) {
      const reference = words.split(first!);
      const isShort = Math.max(candidateLength, reference.length) <= longestShort;
      const matches = isShort ? short(candidate, reference) : long(candidate, [reference]);
      return { matches, candidateLength, referenceLength: reference.length };
    }
    const own = candidate.slice();
    const references = pair.references.map((text) => words.split(text).slice());
    const referenceLength = references.reduce((best, { length }) => closer(length, best, candidateLength), Number.POSITIVE_INFINITY);
    return { matches: long(own, references), candidateLength, referenceLength };
  };
}

/** Up to this many words, comparing all places with all others is faster than a table. */
const longestShort = 40;

/**
 * Clipped matches with one short reference. An n-gram of the reference is known by the first place where it begins. One of the candidate can be
 * in the reference only if its beginning is, so each order leaves fewer places to look at.
 */
function shortMatches(): (candidate: Int32Array, reference: Int32Array) => number[] {
  let shorter = new Int32Array(longestShort);
  let first = new Int32Array(longestShort);
  const own = new Int32Array(longestShort);
  const offered = new Int32Array(longestShort);

  let reference = shorter;
  let offset = 0;

  /** The first place before `end` that has the shorter n-gram first seen at `from` and goes on with `last`; `end` if there is none. */
  function placeOf(from: number, end: number, last: number): number {
    let place = from;
    while (place < end && (shorter[place] !== from || reference[place + offset] !== last)) place++;
    return place;
  }

  return (candidate, given) => {
    reference = given as Int32Array<ArrayBuffer>;
    const matches = [0, 0, 0, 0];
    shorter.fill(0, 0, reference.length);
    own.fill(0, 0, candidate.length);
    for (let order = 1; order <= maxOrder; order++) {
      offset = order - 1;
      const places = reference.length - offset;
      if (places <= 0) break;
      offered.fill(0, 0, places);
      for (let j = 0; j < places; j++) {
        first[j] = placeOf(shorter[j]!, j, reference[j + offset]!);
        offered[first[j]!]!++;
      }
      for (let i = 0; i < candidate.length - offset; i++) {
        if (own[i] === -1) continue;
        const place = placeOf(own[i]!, places, candidate[i + offset]!);
        own[i] = place < places ? place : -1;
        if (place === places || offered[place] === 0) continue;
        offered[place]!--;
        matches[offset]!++;
      }
      if (matches[offset] === 0) break;
      [shorter, first] = [first, shorter];
    }
    return matches;
  };
}

/** Clipped matches with any references, by counting all n-grams. */
function longMatches(): (candidate: Int32Array, references: readonly Int32Array[]) => number[] {
  const interner = ngramInterner();
  let ids = new Int32Array(1024);
  let most = new Int32Array(1024);
  let current = new Int32Array(1024);

  function intern(words: Int32Array): number {
    if (ngramCount(words.length) > ids.length) ids = new Int32Array(2 * ngramCount(words.length));
    const count = interner.intern(words, ids);
    if (interner.size > most.length) {
      most = enlarged(most, 2 * interner.size);
      current = new Int32Array(most.length);
    }
    return count;
  }

  return (candidate, references) => {
    interner.forget();
    for (const reference of references) {
      const count = intern(reference);
      for (let i = 0; i < count; i++) {
        const times = ++current[ids[i]!]!;
        if (times > most[ids[i]!]!) most[ids[i]!] = times;
      }
      for (let i = 0; i < count; i++) current[ids[i]!] = 0;
    }
    intern(candidate);
    const matches = takeMatches(ids, candidate.length, most);
    most.fill(0, 0, interner.size);
    return matches;
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

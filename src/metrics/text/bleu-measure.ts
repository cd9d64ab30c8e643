import { type BleuStatistics, bleuColumns } from "./bleu-rows.ts";
import { type ComparedTexts, ngramComparer } from "./common-ngrams.ts";
import { maxOrder, ngramCount, ngramInterner } from "./ngram-interner.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";
import { wordInterner } from "./word-interner.ts";

/**
 * Which length of several references counts: that closest to the candidate's, the shorter of two
 * (coco-caption); the shortest; the mean of all.
 */
export const referenceLengths = ["closest", "shortest", "average"] as const;
export type ReferenceLength = (typeof referenceLengths)[number];

/**
 * Counts the n-grams of a candidate that some reference has as well, each at most as often as in
 * the reference that has it most. One meter measures any number of pairs with one set of buffers
 * and remembers the words it has seen.
 */
export function bleuMeter(rule: ReferenceLength = "closest"): (pair: TextPair) => BleuStatistics {
  const words = wordInterner();
  const single = singleMatches();
  const several = severalMatches();
  return (pair) => {
    assertReferences(pair);
    const [first] = pair.references;
    const candidate = words.split(pair.candidate);
    const candidateLength = candidate.length;
    if (pair.references.length === 1) {
      const reference = words.split(first!);
      return {
        matches: single(candidate, reference, words.size),
        candidateLength,
        referenceLength: reference.length,
      };
    }
    const own = candidate.slice();
    const references = pair.references.map((text) => words.split(text).slice());
    const lengths = references.map(({ length }) => length);
    return {
      matches: several(own, references),
      candidateLength,
      referenceLength: lengthBy[rule](lengths, candidateLength),
    };
  };
}

/** Clipped matches with one reference. */
function singleMatches(): (
  candidate: Int32Array,
  reference: Int32Array,
  wordCount: number,
) => number[] {
  const count = bleuCounter();
  const sums = new Float64Array(bleuColumns.count);
  return (candidate, reference, wordCount) => {
    const ends = {
      candidateStart: 0,
      candidateEnd: candidate.length,
      start: 0,
      end: reference.length,
    };
    sums.fill(0);
    count({ candidate, reference, wordCount, ...ends }, sums, 0);
    return Array.from(sums.subarray(bleuColumns.matches, bleuColumns.matches + maxOrder));
  };
}

/**
 * Adds what BLEU needs to know of a candidate and its only reference to the `bleuColumns` that
 * stand in `rows` from `at` on.
 */
export function bleuCounter(): (texts: ComparedTexts, rows: Float64Array, at: number) => void {
  const comparer = ngramComparer();
  return (texts, rows, at) => {
    const length = texts.candidateEnd - texts.candidateStart;
    let matches = comparer.begin(texts);
    for (let n = 0; n < maxOrder && n < length; n++) {
      if (n > 0 && matches > 0) matches = comparer.extend();
      rows[at + bleuColumns.matches + n]! += matches;
      rows[at + bleuColumns.ngrams + n]! += length - n;
    }
    rows[at + bleuColumns.candidateLength]! += length;
    rows[at + bleuColumns.referenceLength]! += texts.end - texts.start;
  };
}

/** Clipped matches with any references, by counting all n-grams. */
function severalMatches(): (candidate: Int32Array, references: readonly Int32Array[]) => number[] {
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

/**
 * Each n-gram of the candidate takes one from what the references offer, as long as there is any.
 */
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

const lengthBy: Readonly<
  Record<ReferenceLength, (lengths: readonly number[], candidateLength: number) => number>
> = {
  closest: (lengths, candidateLength) =>
    lengths.reduce(
      (best, length) => closer(length, best, candidateLength),
      Number.POSITIVE_INFINITY,
    ),
  shortest: (lengths) => Math.min(...lengths),
  average: (lengths) => lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
};

function closer(length: number, best: number, candidateLength: number): number {
  const [distance, bestDistance] = [
    Math.abs(length - candidateLength),
    Math.abs(best - candidateLength),
  ];
  return distance < bestDistance || (distance === bestDistance && length < best) ? length : best;
}

function enlarged(items: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(items);
  return larger;
}

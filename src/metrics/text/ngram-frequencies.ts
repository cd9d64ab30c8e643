import type { CorpusPart } from "./cider-texts.ts";
import { maxOrder } from "./ngram-interner.ts";
import { isRepeated, meet, type OccurrenceSketch, occurrenceSketch } from "./occurrence-sketch.ts";
import {
  addPair,
  findPair,
  pairCount,
  type RepeatedPairs,
  repeatedPairs,
} from "./repeated-pairs.ts";

/**
 * In how many documents words are. Plain data with functions beside it, as an `OccurrenceSketch`
 * is.
 */
export interface WordFrequencies {
  /**
   * By threes: how many documents had it; 1 + the last one that did; how often it occurs in all.
   */
  counts: Uint32Array;
  documentCount: number;
  /** How many words the documents have in all. */
  occurrences: number;
}

/** The number of documents that have a word. */
export function wordDocuments({ counts }: WordFrequencies, word: number): number {
  return 3 * word < counts.length ? counts[3 * word]! : 0;
}

/** Counts the words of all parts. */
export function wordFrequencies(parts: Iterable<CorpusPart>): WordFrequencies {
  const words: WordFrequencies = {
    counts: new Uint32Array(3 << 9),
    documentCount: 0,
    occurrences: 0,
  };
  for (const part of parts) {
    countWords(part, words);
    words.documentCount += part.documents.count;
  }
  return words;
}

function countWords(
  { references: { tokens, starts }, documents: { texts, owners } }: CorpusPart,
  words: WordFrequencies,
): void {
  for (let i = 0; i < texts.length; i++) {
    const [start, end] = [starts[texts[i]!]!, starts[texts[i]! + 1]!];
    const document = words.documentCount + owners[i]! + 1;
    for (let at = start; at < end; at++) {
      const place = 3 * tokens[at]!;
      if (place >= words.counts.length) words.counts = enlarged(words.counts, 2 * place);
      const { counts } = words;
      counts[place + 2]!++;
      if (counts[place + 1] === document) continue;
      counts[place]!++;
      counts[place + 1] = document;
    }
    words.occurrences += end - start;
  }
}

/** Words that n-grams begin with; others are none of the set. */
export interface BeginningWords {
  readonly words: WordFrequencies;
  /**
   * The set of each word; those of the number `own` are meant. All words are where it is left out.
   */
  readonly sets?: Uint8Array | undefined;
  readonly own: number;
  /** How often they occur. */
  readonly occurrences: number;
}

/**
 * In how many documents n-grams of several words are that begin with certain words. Those that are
 * in one or none may be left out.
 */
export interface NgramFrequencies extends BeginningWords {
  /**
   * By order, from 2 on: an n-gram is what it begins with, a word shorter, by its number in the
   * table before, and its last word.
   */
  readonly tables: readonly RepeatedPairs[];
}

/** Memory to count in again, once what was counted in it is needed no more. */
export interface NgramMemory {
  sketch?: OccurrenceSketch;
  tables?: readonly RepeatedPairs[];
}

/**
 * Whether n-grams that begin with the word are counted: it is one of those that are meant, and in
 * several documents.
 */
export function isBeginning(
  { words: { counts }, sets, own }: BeginningWords,
  word: number,
): boolean {
  return 3 * word < counts.length && counts[3 * word]! > 1 && (!sets || sets[word] === own);
}

/**
 * Counts in two rounds over the parts of a corpus, which need not be in memory at once: what occurs
 * once, in a sketch of limited size; then the rest. Most n-grams occur once, and none is in more
 * documents than its beginning, so few are kept (`npm run bench dialogue` prints how many). Counts
 * are exact: an n-gram that the sketch takes for a repeated one is counted like the others.
 */
export function ngramFrequencies(
  parts: Iterable<CorpusPart>,
  beginnings: BeginningWords,
  memory: NgramMemory = {},
): NgramFrequencies {
  const sketch = occurrenceSketch(beginnings.occurrences, memory.sketch);
  memory.sketch = sketch;
  const repeated = new Float64Array(maxOrder + 1);
  for (const part of parts) meetNgrams(part, beginnings, { sketch, repeated });
  // There are about as many n-grams as were met twice, and some that only look so: with too little
  // room it begins again.
  for (let room = 1.15; ; room *= 1.5) {
    const tables = Array.from(repeated.subarray(2), (count, i) =>
      repeatedPairs(Math.ceil(room * count) + 64, memory.tables?.[i]),
    );
    memory.tables = tables;
    if (countNgrams(parts, { ...beginnings, tables }, sketch)) return { ...beginnings, tables };
  }
}

/** The hash of an n-gram, of that of its beginning and its last word. */
function extendedHash(beginning: number, word: number): number {
  const hash = Math.imul(beginning ^ Math.imul(word + 1, 0x85ebca6b), 0x9e3779b1);
  return hash ^ (hash >>> 13);
}

interface Meeting {
  readonly sketch: OccurrenceSketch;
  /** By order: how many n-grams were met for the second time. */
  readonly repeated: Float64Array;
}

/**
 * Meets every n-gram of several words that are in several documents, whether or not it was in the
 * same document before.
 */
function meetNgrams(
  { references, documents: { texts } }: CorpusPart,
  beginnings: BeginningWords,
  { sketch, repeated }: Meeting,
): void {
  const { tokens, starts } = references;
  const { words } = beginnings;
  for (let i = 0; i < texts.length; i++) {
    const end = starts[texts[i]! + 1]!;
    for (let at = starts[texts[i]!]!; at < end; at++) {
      if (!isBeginning(beginnings, tokens[at]!)) continue;
      let hash = extendedHash(1, tokens[at]!);
      const last = Math.min(end, at + maxOrder);
      for (let next = at + 1; next < last && wordDocuments(words, tokens[next]!) > 1; next++) {
        hash = extendedHash(hash, tokens[next]!);
        repeated[next - at + 1]! += meet(sketch, hash);
      }
    }
  }
}

/** Answers false where there was no room. */
function countNgrams(
  parts: Iterable<CorpusPart>,
  frequencies: NgramFrequencies,
  sketch: OccurrenceSketch,
): boolean {
  const counting: Counting = {
    ...frequencies,
    sketch,
    numbers: new Int32Array(256),
    hashes: new Int32Array(256),
  };
  let before = 0;
  for (const { references, documents } of parts) {
    const { tokens, starts } = references;
    const { texts, owners, count } = documents;
    for (let i = 0; i < texts.length; i++)
      if (
        !countText(
          { tokens, start: starts[texts[i]!]!, end: starts[texts[i]! + 1]! },
          counting,
          before + owners[i]!,
        )
      )
        return false;
    before += count;
  }
  return true;
}

/** One text among others. */
export interface TextRange {
  readonly tokens: Int32Array;
  readonly start: number;
  readonly end: number;
}

interface Counting extends NgramFrequencies {
  readonly sketch: OccurrenceSketch;
  /** Of the n-grams that begin at each place of a text. */
  numbers: Int32Array;
  hashes: Int32Array;
}

/**
 * Counts n-grams whose beginning was counted and that are repeated, as far as the sketch can tell;
 * order by order, which waits for memory less often.
 */
function countText(
  { tokens, start, end }: TextRange,
  counting: Counting,
  document: number,
): boolean {
  const { words, sketch, tables } = counting;
  const length = end - start;
  if (length > counting.numbers.length)
    [counting.numbers, counting.hashes] = [new Int32Array(2 * length), new Int32Array(2 * length)];
  const { numbers, hashes } = counting;
  for (let i = 0; i < length; i++) {
    numbers[i] = isBeginning(counting, tokens[start + i]!) ? tokens[start + i]! : -1;
    hashes[i] = extendedHash(1, tokens[start + i]!);
  }
  for (let order = 2; order <= maxOrder; order++) {
    const table = tables[order - 2]!;
    for (let i = 0; i <= length - order; i++) {
      if (numbers[i]! < 0) continue;
      const last = tokens[start + i + order - 1]!;
      hashes[i] = extendedHash(hashes[i]!, last);
      const isCounted = wordDocuments(words, last) > 1 && isRepeated(sketch, hashes[i]!);
      numbers[i] = isCounted ? addPair(table, { first: numbers[i]!, second: last }, document) : -1;
      if (isCounted && numbers[i]! < 0) return false;
    }
  }
  return true;
}

/**
 * In how many documents n-grams are, by order and by the place of a text where they begin; 1 stands
 * for none as well.
 */
export interface NgramCounts {
  /** The first is of order 1. */
  readonly counts: readonly Uint32Array[];
  /** The numbers of the n-grams in their tables; below 0 where they are not there. */
  readonly numbers: Int32Array;
}

export function ngramCounts(length: number): NgramCounts {
  return {
    counts: Array.from({ length: maxOrder }, () => new Uint32Array(length)),
    numbers: new Int32Array(length),
  };
}

/** Finds them of n-grams that begin with one of the words that are meant. */
export function findCounts(
  frequencies: NgramFrequencies,
  { tokens, start, end }: TextRange,
  { counts, numbers }: NgramCounts,
): void {
  const { words, tables } = frequencies;
  const length = end - start;
  for (let i = 0; i < length; i++) {
    const word = tokens[start + i]!;
    counts[0]![i] = Math.max(1, wordDocuments(words, word));
    numbers[i] = isBeginning(frequencies, word) ? word : -1;
  }
  for (let order = 2; order <= maxOrder; order++) {
    const table = tables[order - 2]!;
    const own = counts[order - 1]!;
    for (let i = 0; i <= length - order; i++) {
      if (numbers[i]! >= 0)
        numbers[i] = findPair(table, numbers[i]!, tokens[start + i + order - 1]!);
      own[i] = numbers[i]! < 0 ? 1 : pairCount(table, numbers[i]!);
    }
  }
}

function enlarged(items: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(items);
  return larger;
}

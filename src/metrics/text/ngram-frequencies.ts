import { maxOrder } from "./ngram-interner.ts";
import { isRepeated, meet, type OccurrenceSketch, occurrenceSketch } from "./occurrence-sketch.ts";
import type { PackedTexts } from "./packed-texts.ts";
import { addPair, findPair, pairCount, type RepeatedPairs, repeatedPairs } from "./repeated-pairs.ts";

/** Which of the packed texts belong to which document. */
export interface TextDocuments {
  /** Numbers of texts, each at most once; those of one document one after the other. */
  readonly texts: Uint32Array;
  /** The document of each of them, numbered from 0 in their order. */
  readonly owners: Uint32Array;
  readonly count: number;
}

/** Some of the documents of a corpus; all parts share their words. */
export interface CorpusPart {
  readonly references: PackedTexts;
  readonly documents: TextDocuments;
}

/** In how many documents n-grams occur. Those that are in one or none need no number; −1 stands for them. */
export interface NgramFrequencies {
  readonly words: WordCounts;
  /** Of several words, by order, from 2 on. */
  readonly tables: readonly RepeatedPairs[];
  readonly documentCount: number;
  /** Logarithms of small counts, since one of every n-gram is asked for. */
  readonly logarithms: Float64Array;
}

/** The number of a single word. */
export function wordNumber({ words }: NgramFrequencies, word: number): number {
  return numberIn(words, word);
}

interface Ngram {
  readonly order: number;
  /** Of what it begins and ends with, each a word shorter. */
  readonly beginning: number;
  readonly end: number;
}

/** The number of an n-gram of several words. */
export function ngramNumber({ tables }: NgramFrequencies, { order, beginning, end }: Ngram): number {
  return findPair(tables[order - 2]!, beginning, end);
}

/** Of an n-gram of this order, by its number: ln of the number of documents over the number of those that have it, at least 1. */
export function ngramRarity({ words, tables, documentCount, logarithms }: NgramFrequencies, order: number, number: number): number {
  if (number < 0) return logarithmOf(documentCount, logarithms);
  const count = order === 1 ? words.counts[2 * number]! : pairCount(tables[order - 2]!, number);
  return logarithmOf(documentCount, logarithms) - logarithmOf(count, logarithms);
}

function logarithmOf(count: number, logarithms: Float64Array): number {
  return count < logarithms.length ? logarithms[count]! : Math.log(count);
}

/**
 * Counts in three rounds over the parts of a corpus, which need not be in memory at once: single words; then what occurs once, in a sketch of
 * limited size; then the rest. Most n-grams occur once, and none is in more documents than its beginning and its end, so few are kept
 * (`npm run bench dialogue` prints how many). Counts are exact: an n-gram that the sketch takes for a repeated one is counted like the others.
 */
export function ngramFrequencies(parts: Iterable<CorpusPart>): NgramFrequencies {
  const words: WordCounts = { counts: new Uint32Array(1 << 10) };
  let [documentCount, wordCount] = [0, 0];
  for (const part of parts) {
    wordCount += countWords(part, words, documentCount);
    documentCount += part.documents.count;
  }
  const counting = { words, sketch: occurrenceSketch(wordCount), repeated: new Float64Array(maxOrder + 1) };
  for (const part of parts) meetNgrams(part, counting);
  const logarithms = Float64Array.from({ length: Math.min(1 << 12, documentCount + 1) }, (_, count) => Math.log(count));
  return { words, tables: countedNgrams(parts, counting), documentCount, logarithms };
}

/** In how many documents each word occurs. */
interface WordCounts {
  /** By twos: how many documents had it; 1 + the last one that did. */
  counts: Uint32Array;
}

/** The word itself where several documents had it, −1 otherwise. */
function numberIn({ counts }: WordCounts, word: number): number {
  return 2 * word < counts.length && counts[2 * word]! > 1 ? word : -1;
}

/** Answers how many words there are. `before` are the documents of earlier parts. */
function countWords(
  { references: { tokens, starts }, documents: { texts, owners } }: CorpusPart,
  words: WordCounts,
  before: number,
): number {
  let wordCount = 0;
  for (let i = 0; i < texts.length; i++) {
    const [start, end] = [starts[texts[i]!]!, starts[texts[i]! + 1]!];
    const document = before + owners[i]! + 1;
    for (let at = start; at < end; at++) {
      const place = 2 * tokens[at]!;
      if (place >= words.counts.length) words.counts = enlarged(words.counts, 2 * place);
      if (words.counts[place + 1] === document) continue;
      words.counts[place]!++;
      words.counts[place + 1] = document;
    }
    wordCount += end - start;
  }
  return wordCount;
}

interface Counting {
  readonly words: WordCounts;
  readonly sketch: OccurrenceSketch;
  /** By order: how many n-grams were met for the second time. */
  readonly repeated: Float64Array;
}

/** The hash of an n-gram, of that of its beginning and its last word. */
function extendedHash(beginning: number, word: number): number {
  const hash = Math.imul(beginning ^ Math.imul(word + 1, 0x85ebca6b), 0x9e3779b1);
  return hash ^ (hash >>> 13);
}

/** Meets every n-gram of several words that are in several documents, whether or not it was in the same document before. */
function meetNgrams({ references: { tokens, starts }, documents: { texts } }: CorpusPart, { words, sketch, repeated }: Counting): void {
  for (let i = 0; i < texts.length; i++) {
    const end = starts[texts[i]! + 1]!;
    for (let at = starts[texts[i]!]!; at < end; at++) {
      let hash = 1;
      const last = Math.min(end, at + maxOrder);
      for (let next = at; next < last && numberIn(words, tokens[next]!) >= 0; next++) {
        hash = extendedHash(hash, tokens[next]!);
        if (next > at) repeated[next - at + 1]! += meet(sketch, hash);
      }
    }
  }
}

/** Tables of the orders from 2 on. There are about as many n-grams as were met twice, and some that only look so: with too little room it begins again. */
function countedNgrams(parts: Iterable<CorpusPart>, counting: Counting): readonly RepeatedPairs[] {
  for (let room = 1.15; ; room *= 1.5) {
    const tables = Array.from(counting.repeated.subarray(2), (count) => repeatedPairs(Math.ceil(room * count) + 64));
    if (countNgrams(parts, counting, tables)) return tables;
  }
}

/** Answers false where there was no room. */
function countNgrams(parts: Iterable<CorpusPart>, { words, sketch }: Counting, tables: readonly RepeatedPairs[]): boolean {
  const counts = { words, sketch, tables, numbers: new Int32Array(256), hashes: new Int32Array(256) };
  let before = 0;
  for (const { references, documents } of parts) {
    const { tokens, starts } = references;
    const { texts, owners, count } = documents;
    for (let i = 0; i < texts.length; i++)
      if (!countText({ tokens, start: starts[texts[i]!]!, end: starts[texts[i]! + 1]!, document: before + owners[i]! }, counts))
        return false;
    before += count;
  }
  return true;
}

interface DocumentText {
  readonly tokens: Int32Array;
  readonly start: number;
  readonly end: number;
  readonly document: number;
}

interface NgramCounts {
  readonly words: WordCounts;
  readonly sketch: OccurrenceSketch;
  readonly tables: readonly RepeatedPairs[];
  /** Of the n-grams that begin at each place of a text. */
  numbers: Int32Array;
  hashes: Int32Array;
}

/** Counts n-grams that are repeated, as far as the sketch can tell, and whose beginning and end are. */
function countText({ tokens, start, end, document }: DocumentText, counts: NgramCounts): boolean {
  const { words, sketch, tables } = counts;
  const length = end - start;
  if (length > counts.numbers.length) [counts.numbers, counts.hashes] = [new Int32Array(2 * length), new Int32Array(2 * length)];
  const { numbers, hashes } = counts;
  for (let i = 0; i < length; i++) {
    numbers[i] = numberIn(words, tokens[start + i]!);
    hashes[i] = extendedHash(1, tokens[start + i]!);
  }
  for (let order = 2; order <= maxOrder; order++) {
    const table = tables[order - 2]!;
    for (let i = 0; i <= length - order; i++) {
      hashes[i] = extendedHash(hashes[i]!, tokens[start + i + order - 1]!);
      const isCounted = numbers[i]! >= 0 && numbers[i + 1]! >= 0 && isRepeated(sketch, hashes[i]!);
      numbers[i] = isCounted ? addPair(table, { first: numbers[i]!, second: numbers[i + 1]! }, document) : -1;
      if (isCounted && numbers[i]! < 0) return false;
    }
  }
  return true;
}

function enlarged(items: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(items);
  return larger;
}

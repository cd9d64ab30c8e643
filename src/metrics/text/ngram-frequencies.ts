import { integerPairs } from "./integer-pairs.ts";
import type { PackedTexts } from "./packed-texts.ts";

/** Which of the packed texts belong to which document. */
export interface TextDocuments {
  /** Numbers of texts, each at most once; those of one document one after the other. */
  readonly texts: Uint32Array;
  /** The document of each of them, numbered from 0 in their order. */
  readonly owners: Uint32Array;
  readonly count: number;
}

/**
 * In how many documents n-grams occur, from single words on, one word more at every step. Those in one document or none need no number, and an
 * n-gram is in no more documents than its beginning and its end, so each step looks only at n-grams whose parts are in several. A table of all
 * n-grams of all orders would be larger than a processor's caches by far, and most of CIDEr's time (`npm run bench dialogue`).
 */
export interface NgramFrequencies {
  /** The numbers of the n-grams that begin at each word of the packed texts, −1 where they are in fewer than two documents. */
  readonly numbers: Int32Array;
  /** The number of a single word, at the first step. */
  ofWord(word: number): number;
  /** The number of the n-gram whose beginning and end had these numbers at the step before. */
  ofParts(beginning: number, end: number): number;
  /** By 1 + the number: ln of the number of documents over the number of those that have the n-gram, at least 1. */
  rarities: Float64Array;
  /** Makes all n-grams one word longer. */
  extend(): void;
}

export function ngramFrequencies(packed: PackedTexts, { texts, owners, count }: TextDocuments): NgramFrequencies {
  const { tokens, starts, words } = packed;
  const numbers = new Int32Array(tokens);
  const isDocument = new Uint8Array(starts.length);
  const counter = documentCounter(words.size);
  const pairs = integerPairs();
  let order = 1;
  for (let i = 0; i < texts.length; i++) {
    isDocument[texts[i]!] = 1;
    for (let at = starts[texts[i]!]!; at < starts[texts[i]! + 1]!; at++) counter.add(tokens[at]!, owners[i]!);
  }
  for (let at = 0; at < numbers.length; at++) numbers[at] = counter.repeated(numbers[at]!);

  function countDocuments(): void {
    for (let i = 0; i < texts.length; i++) {
      const end = starts[texts[i]! + 1]! - order;
      for (let at = starts[texts[i]!]!; at <= end; at++) {
        const isOpen = numbers[at]! >= 0 && numbers[at + 1]! >= 0;
        numbers[at] = isOpen ? pairs.add(numbers[at]!, numbers[at + 1]!) : -1;
        if (isOpen) counter.add(numbers[at]!, owners[i]!);
      }
    }
  }

  function numberTexts(): void {
    for (let text = 0; text + 1 < starts.length; text++) {
      const end = starts[text + 1]! - order;
      if (isDocument[text] === 1) for (let at = starts[text]!; at <= end; at++) numbers[at] = counter.repeated(numbers[at]!);
      else for (let at = starts[text]!; at <= end; at++) numbers[at] = ofParts(numbers[at]!, numbers[at + 1]!);
    }
  }

  function ofParts(beginning: number, end: number): number {
    return beginning < 0 || end < 0 ? -1 : counter.repeated(pairs.find(beginning, end));
  }

  const frequencies: NgramFrequencies = {
    numbers,
    ofWord: (word) => counter.repeated(word),
    ofParts,
    rarities: counter.rarities(count),
    extend() {
      order++;
      counter.clear();
      pairs.clear();
      countDocuments();
      numberTexts();
      frequencies.rarities = counter.rarities(count);
    },
  };
  return frequencies;
}

/** In how many documents each number occurs; documents come one after the other. */
function documentCounter(capacity: number) {
  /** By twos: how many documents had it; 1 + the last one that did. */
  let counts = new Uint32Array(2 * capacity);
  /** Above all numbers that were counted. */
  let size = 0;

  function grow(number: number): void {
    const larger = new Uint32Array(Math.max(2 * counts.length, 2 * number + 2));
    larger.set(counts);
    counts = larger;
  }

  return {
    add(number: number, document: number): void {
      if (2 * number >= counts.length) grow(number);
      if (number >= size) size = number + 1;
      if (counts[2 * number + 1] === document + 1) return;
      counts[2 * number]!++;
      counts[2 * number + 1] = document + 1;
    },
    rarities(documentCount: number): Float64Array {
      const rarities = new Float64Array(1 + size).fill(Math.log(documentCount));
      for (let number = 0; number < size; number++) if (counts[2 * number]! > 1) rarities[number + 1]! -= Math.log(counts[2 * number]!);
      return rarities;
    },
    clear(): void {
      counts.fill(0);
      size = 0;
    },
    /** The number itself where several documents had it, −1 otherwise. */
    repeated: (number: number) => (number >= 0 && 2 * number < counts.length && counts[2 * number]! > 1 ? number : -1),
  };
}

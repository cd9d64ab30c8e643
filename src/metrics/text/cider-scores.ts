import { growing } from "../../math/growing-array.ts";
import { maxOrder, type NgramInterner, ngramCount, ngramInterner } from "./ngram-interner.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";
import { type WordInterner, wordInterner } from "./word-interner.ts";

export type CiderVariant = "d" | "plain";

export interface CiderScoresOptions {
  readonly variant: CiderVariant;
  readonly sigma: number;
  /** The references of each document that frequencies are counted in; those of the pairs unless given. */
  readonly documents?: readonly (readonly string[])[];
}

/** The CIDEr or CIDEr-D of each pair, times ten as usual; `cider` says which is which. */
export function ciderScores(pairs: readonly TextPair[], { variant, sigma, documents }: CiderScoresOptions): Float64Array {
  if (!(sigma > 0)) throw new RangeError(`sigma is ${sigma}, but it must be above 0`);
  for (const pair of pairs) assertReferences(pair);
  const words = wordInterner();
  const ngrams = ngramInterner(expectedNgrams(pairs));
  const texts = knownTexts(words, ngrams);
  const references = pairs.map((pair) => pair.references.map(texts.add));
  const counted = documents ? documents.map((document) => document.map(texts.add)) : references;
  const known = texts.packed();
  const idf = inverseFrequencies(known, counted);
  const comparer = textComparer({ words, ngrams, known, idf, unknownIdf: Math.log(counted.length), clips: variant === "d" });
  return Float64Array.from(pairs, ({ candidate }, i) => {
    const bigrams = comparer.take(candidate);
    let sum = 0;
    for (const reference of references[i]!) {
      const difference = bigrams - Math.max(0, known.lengths[reference]! - 1);
      const similar = comparer.similarity(reference);
      sum += variant === "d" ? similar * Math.exp(-(difference ** 2) / (2 * sigma ** 2)) : similar;
    }
    return (10 * sum) / maxOrder / references[i]!.length;
  });
}

/** A guess that spares the table most of its growing; nothing but speed depends on it. */
function expectedNgrams(pairs: readonly TextPair[]): number {
  let characters = 0;
  for (const { references } of pairs) for (const { length } of references) characters += length;
  return (characters / lettersPerWord) * maxOrder * 0.4;
}

const lettersPerWord = 6;

/** N-grams of every text, one text after the other, orders one after the other: those of text t from `starts[t]` on. */
interface KnownTexts {
  readonly ids: Int32Array;
  readonly starts: Uint32Array;
  /** In words. */
  readonly lengths: Uint32Array;
  /** Number of different n-grams. */
  readonly size: number;
}

function knownTexts(words: WordInterner, ngrams: NgramInterner) {
  const starts = growing.words();
  const lengths = growing.words();
  let ids = new Int32Array(1 << 12);
  let end = 0;
  return {
    /** Answers the number of the text. */
    add(text: string): number {
      const read = words.split(text);
      const needed = end + ngramCount(read.length);
      if (needed > ids.length) {
        const larger = new Int32Array(2 * needed);
        larger.set(ids);
        ids = larger;
      }
      starts.push(end);
      end += ngrams.intern(read, ids.subarray(end));
      lengths.push(read.length);
      return lengths.length - 1;
    },
    packed(): KnownTexts {
      starts.push(end);
      return { ids, starts: starts.view(), lengths: lengths.view(), size: ngrams.size };
    },
  };
}

/** ln of the number of documents over the number of those that have the n-gram, at least 1. */
function inverseFrequencies({ ids, starts, size }: KnownTexts, documents: readonly (readonly number[])[]): Float64Array {
  const frequencies = new Float64Array(size);
  const seenIn = new Int32Array(size).fill(-1);
  for (let document = 0; document < documents.length; document++) {
    for (const text of documents[document]!) {
      for (let i = starts[text]!; i < starts[text + 1]!; i++) {
        const id = ids[i]!;
        if (seenIn[id] === document) continue;
        seenIn[id] = document;
        frequencies[id]!++;
      }
    }
  }
  const all = Math.log(documents.length);
  for (let id = 0; id < size; id++) frequencies[id] = all - (frequencies[id]! > 1 ? Math.log(frequencies[id]!) : 0);
  return frequencies;
}

interface ComparerOptions {
  readonly words: WordInterner;
  readonly ngrams: NgramInterner;
  readonly known: KnownTexts;
  readonly idf: Float64Array;
  /** Of an n-gram that no document has. */
  readonly unknownIdf: number;
  /** Whether the candidate's weights are clipped to the reference's. */
  readonly clips: boolean;
}

/** Compares one candidate after the other with known texts, with one set of counts by n-gram that are zero in between. */
function textComparer({ words, ngrams, known, idf, unknownIdf, clips }: ComparerOptions) {
  const own = new Int32Array(known.size);
  const others = new Int32Array(known.size);
  const norms = new Float64Array(maxOrder);
  let ids = new Int32Array(1024);
  let count = 0;
  let repeats = false;

  function forgetLast(): void {
    for (let i = 0; i < count; i++) if (ids[i]! >= 0) own[ids[i]!] = 0;
  }

  return {
    /** Makes a text the candidate; answers how many bigrams it has. */
    take(text: string): number {
      forgetLast();
      const read = words.split(text);
      if (ngramCount(read.length) > ids.length) ids = new Int32Array(2 * ngramCount(read.length));
      count = ngrams.find(read, ids);
      repeats = hasRepetition(read);
      for (let i = 0; i < count; i++) if (ids[i]! >= 0) own[ids[i]!]!++;
      for (let order = 1, at = 0; order <= maxOrder; order++) {
        const end = at + Math.max(0, read.length - order + 1);
        norms[order - 1] = squaredNorm(read, at, end);
        at = end;
      }
      return Math.max(0, read.length - 1);
    },
    /** Sum over orders of the cosine of both vectors. */
    similarity(text: number): number {
      let sum = 0;
      let at = known.starts[text]!;
      for (let order = 1; order <= maxOrder; order++) {
        const end = at + Math.max(0, known.lengths[text]! - order + 1);
        sum += cosine(at, end, norms[order - 1]!);
        at = end;
      }
      return sum;
    },
  };

  /** Of the candidate's n-grams of one order: each different one counts once, with the square of its weight. */
  function squaredNorm(read: Int32Array, start: number, end: number): number {
    let norm = 0;
    const length = read.length - (end - start) + 1;
    for (let i = start; i < end; i++) {
      const id = ids[i]!;
      if (id >= 0) {
        // Once for each time it occurs, so that the square of the count comes out.
        norm += own[id]! * idf[id]! ** 2;
        continue;
      }
      norm += (repeats ? timesUnknown(read, { at: i - start, start, length }) : 1) * unknownIdf ** 2;
    }
    return norm;
  }

  /** How often the unknown n-gram of some length that begins at word `at` occurs in the candidate. */
  function timesUnknown(
    read: Int32Array,
    { at, start, length }: { readonly at: number; readonly start: number; readonly length: number },
  ): number {
    let times = 0;
    for (let other = 0; other + length <= read.length; other++) {
      if (read[other] !== read[at] || ids[start + other]! >= 0) continue;
      let same = 1;
      while (same < length && read[other + same] === read[at + same]) same++;
      if (same === length) times++;
    }
    return times;
  }

  function cosine(start: number, end: number, norm: number): number {
    for (let i = start; i < end; i++) others[known.ids[i]!]!++;
    let product = 0;
    let otherNorm = 0;
    for (let i = start; i < end; i++) {
      const id = known.ids[i]!;
      const times = others[id]!;
      if (times === 0) continue;
      others[id] = 0;
      const weight = times * idf[id]!;
      otherNorm += weight * weight;
      if (own[id] === 0) continue;
      const ownWeight = own[id]! * idf[id]!;
      product += (clips && ownWeight > weight ? weight : ownWeight) * weight;
    }
    const both = Math.sqrt(norm) * Math.sqrt(otherNorm);
    return both > 0 ? product / both : 0;
  }
}

function hasRepetition(words: Int32Array): boolean {
  for (let i = 1; i < words.length; i++) for (let j = 0; j < i; j++) if (words[i] === words[j]) return true;
  return false;
}

import { growing } from "../../math/growing-array.ts";
import { maxOrder, ngramCount, ngramInterner } from "./ngram-interner.ts";
import { assertReferences, splitWords, type TextPair } from "./text-pair.ts";

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
  const bag = bagOfNgrams();
  const candidates = pairs.map(({ candidate }) => bag.add(candidate));
  const references = pairs.map((pair) => pair.references.map(bag.add));
  const counted = documents ? documents.map((texts) => texts.map(bag.add)) : references;
  const packed = bag.packed();
  const weigher = { ...packed, idf: inverseFrequencies(packed, counted), dense: new Float64Array(packed.size) };
  const norms = squaredNorms(weigher);
  const scores = new Float64Array(pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    spread(weigher, candidates[i]!);
    let sum = 0;
    for (const reference of references[i]!) {
      const similar = similarity(weigher, norms, { candidate: candidates[i]!, reference, clips: variant === "d" });
      const difference = bigrams(packed, candidates[i]!) - bigrams(packed, reference);
      sum += variant === "d" ? similar * Math.exp(-(difference ** 2) / (2 * sigma ** 2)) : similar;
    }
    clear(weigher, candidates[i]!);
    scores[i] = (10 * sum) / maxOrder / references[i]!.length;
  }
  return scores;
}

/** Different n-grams of every text, one text after the other, orders apart: those of order n of text t from `starts[4t + n − 1]` on. */
interface PackedNgrams {
  readonly ids: Int32Array;
  readonly counts: Int32Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  /** Number of different n-grams. */
  readonly size: number;
}

interface Weigher extends PackedNgrams {
  readonly idf: Float64Array;
  /** Weights of the candidate in hand by n-gram; zero between candidates. */
  readonly dense: Float64Array;
}

function bagOfNgrams() {
  const interner = ngramInterner();
  const ids = growing.integers();
  const counts = growing.integers();
  const starts = growing.words();
  const lengths = growing.words();
  let scratch = new Int32Array(1024);
  let tally = new Int32Array(1 << 14);
  return {
    /** Answers the number of the text. */
    add(text: string): number {
      const words = splitWords(text);
      if (ngramCount(words.length) > scratch.length) scratch = new Int32Array(2 * ngramCount(words.length));
      const count = interner.intern(words, scratch);
      if (interner.size > tally.length) tally = new Int32Array(2 * interner.size);
      for (let i = 0; i < count; i++) tally[scratch[i]!]!++;
      let at = 0;
      for (let order = 1; order <= maxOrder; order++) {
        starts.push(ids.length);
        for (const end = at + Math.max(0, words.length - order + 1); at < end; at++) {
          const id = scratch[at]!;
          if (tally[id] === 0) continue;
          ids.push(id);
          counts.push(tally[id]!);
          tally[id] = 0;
        }
      }
      lengths.push(words.length);
      return lengths.length - 1;
    },
    packed(): PackedNgrams {
      starts.push(ids.length);
      return { ids: ids.view(), counts: counts.view(), starts: starts.view(), lengths: lengths.view(), size: interner.size };
    },
  };
}

/** ln of the number of documents over the number of those that have the n-gram, at least 1. */
function inverseFrequencies({ ids, starts, size }: PackedNgrams, documents: readonly (readonly number[])[]): Float64Array {
  const frequencies = new Float64Array(size);
  const seenIn = new Int32Array(size).fill(-1);
  for (let document = 0; document < documents.length; document++) {
    for (const text of documents[document]!) {
      for (let i = starts[text * maxOrder]!; i < starts[(text + 1) * maxOrder]!; i++) {
        const id = ids[i]!;
        if (seenIn[id] === document) continue;
        seenIn[id] = document;
        frequencies[id]!++;
      }
    }
  }
  const all = Math.log(documents.length);
  return frequencies.map((frequency) => all - Math.log(Math.max(1, frequency)));
}

/** Of every text and order. */
function squaredNorms({ ids, counts, starts, idf }: Weigher): Float64Array {
  const norms = new Float64Array(starts.length - 1);
  for (let block = 0; block < norms.length; block++) {
    for (let i = starts[block]!; i < starts[block + 1]!; i++) norms[block]! += (counts[i]! * idf[ids[i]!]!) ** 2;
  }
  return norms;
}

function spread({ ids, counts, starts, idf, dense }: Weigher, text: number): void {
  for (let i = starts[text * maxOrder]!; i < starts[(text + 1) * maxOrder]!; i++) dense[ids[i]!] = counts[i]! * idf[ids[i]!]!;
}

function clear({ ids, starts, dense }: Weigher, text: number): void {
  for (let i = starts[text * maxOrder]!; i < starts[(text + 1) * maxOrder]!; i++) dense[ids[i]!] = 0;
}

interface Comparison {
  readonly candidate: number;
  readonly reference: number;
  readonly clips: boolean;
}

/** Sum over orders of the cosine of both vectors, the candidate's weights clipped to the reference's if asked. */
function similarity(
  { ids, counts, starts, idf, dense }: Weigher,
  norms: Float64Array,
  { candidate, reference, clips }: Comparison,
): number {
  let sum = 0;
  for (let order = 0; order < maxOrder; order++) {
    const block = reference * maxOrder + order;
    let product = 0;
    for (let i = starts[block]!; i < starts[block + 1]!; i++) {
      const own = counts[i]! * idf[ids[i]!]!;
      const other = dense[ids[i]!]!;
      product += (clips && other > own ? own : other) * own;
    }
    const norm = Math.sqrt(norms[candidate * maxOrder + order]!) * Math.sqrt(norms[block]!);
    if (norm > 0) sum += product / norm;
  }
  return sum;
}

/** The length that CIDEr-D compares. */
function bigrams({ lengths }: PackedNgrams, text: number): number {
  return Math.max(0, lengths[text]! - 1);
}

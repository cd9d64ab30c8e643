import { type CommonNgrams, type ComparedTexts, ngramComparer } from "./common-ngrams.ts";
import { type NgramFrequencies, ngramFrequencies, type TextDocuments } from "./ngram-frequencies.ts";
import { maxOrder } from "./ngram-interner.ts";
import { comparedTexts, type PairedTexts } from "./packed-texts.ts";

export interface CiderTexts extends PairedTexts {
  /** What is compared: a candidate and a reference each by their numbers; those of one candidate one after the other. */
  readonly pairs: { readonly candidates: Uint32Array; readonly references: Uint32Array };
  /** Of the references. */
  readonly documents: TextDocuments;
}

/**
 * For each pair the sum over orders of the cosine of its n-grams, weighted by how often they occur and how rare they are. All pairs are compared by
 * single words, then by pairs of words, and so on, so that what must be known of all documents is known of one order at a time. With `clips`, the
 * candidate's weights are clipped to the reference's.
 */
export function ciderCosines(paired: CiderTexts, clips: boolean): Float64Array {
  const { candidates, references, pairs, documents } = paired;
  const frequencies = ngramFrequencies(references, documents);
  const comparer = ngramComparer();
  const compare = pairCosine(comparer, { frequencies, clips, ownNumbers: new Int32Array(candidates.tokens.length) });
  const sums = new Float64Array(pairs.candidates.length);
  for (let order = 1; order <= maxOrder; order++) {
    if (order > 1) frequencies.extend();
    let previous = -1;
    for (let pair = 0; pair < sums.length; pair++) {
      const [own, other] = [pairs.candidates[pair]!, pairs.references[pair]!];
      const texts = comparedTexts(paired, own, other);
      if (texts.candidateEnd - texts.candidateStart < order) continue;
      comparer.begin(texts);
      for (let n = 1; n < order; n++) comparer.extend();
      sums[pair]! += compare(texts, order, own !== previous);
      previous = own;
    }
  }
  return sums;
}

interface PairCosineOptions {
  readonly frequencies: NgramFrequencies;
  readonly clips: boolean;
  /** Of the n-grams that begin at each word of the candidates, of the order before; those of the order are written there. */
  readonly ownNumbers: Int32Array;
}

/** Compares two texts after the comparer did. Candidates are told apart from those that were numbered before, with another reference. */
function pairCosine(common: CommonNgrams, { frequencies, clips, ownNumbers }: PairCosineOptions) {
  const { numbers } = frequencies;
  const hasRepetition = repetitionFinder();

  function numberCandidate({ candidate, candidateStart, candidateEnd, start }: ComparedTexts, order: number): void {
    const { own } = common;
    for (let at = candidateStart; at <= candidateEnd - order; at++) {
      const place = own[at - candidateStart]!;
      if (place >= 0) ownNumbers[at] = numbers[start + place]!;
      else if (order === 1) ownNumbers[at] = frequencies.ofWord(candidate[at]!);
      else ownNumbers[at] = frequencies.ofParts(ownNumbers[at]!, ownNumbers[at + 1]!);
    }
  }

  /** Of the candidate's n-grams: each different one counts once, with the square of its weight. */
  function squaredNorm(texts: ComparedTexts, order: number): number {
    const { own, found } = common;
    const { candidateStart, candidateEnd } = texts;
    const { rarities } = frequencies;
    const repeats = hasRepetition(texts);
    let norm = 0;
    for (let at = candidateStart; at <= candidateEnd - order; at++) {
      const place = own[at - candidateStart]!;
      const times = place >= 0 ? found[place]! : repeats ? timesAlone(texts, at, order) : 1;
      // Once for each time it occurs, so that the square of the count comes out.
      norm += times * rarities[ownNumbers[at]! + 1]! ** 2;
    }
    return norm;
  }

  return (texts: ComparedTexts, order: number, isNew: boolean): number => {
    if (isNew) numberCandidate(texts, order);
    const { first, times, found } = common;
    const { start, end } = texts;
    const { rarities } = frequencies;
    let product = 0;
    let norm = 0;
    for (let j = 0; j <= end - start - order; j++) {
      if (first[j] !== j) continue;
      const rarity = rarities[numbers[start + j]! + 1]!;
      const weight = times[j]! * rarity;
      norm += weight * weight;
      const ownWeight = found[j]! * rarity;
      product += (clips && ownWeight > weight ? weight : ownWeight) * weight;
    }
    const both = Math.sqrt(squaredNorm(texts, order)) * Math.sqrt(norm);
    return both > 0 ? product / both : 0;
  };
}

/** How often the n-gram at a place of the candidate occurs in it. */
function timesAlone({ candidate, candidateStart, candidateEnd }: ComparedTexts, at: number, order: number): number {
  let times = 0;
  for (let other = candidateStart; other <= candidateEnd - order; other++) {
    let same = 0;
    while (same < order && candidate[other + same] === candidate[at + same]) same++;
    if (same === order) times++;
  }
  return times;
}

/** Says whether a candidate has some word twice. */
function repetitionFinder(): (texts: ComparedTexts) => boolean {
  /** The last call that met each word. */
  let seenIn = new Int32Array(1024);
  let call = 0;
  return ({ candidate, candidateStart, candidateEnd, wordCount }) => {
    if (wordCount > seenIn.length) seenIn = new Int32Array(2 * wordCount);
    call++;
    for (let at = candidateStart; at < candidateEnd; at++) {
      if (seenIn[candidate[at]!] === call) return true;
      seenIn[candidate[at]!] = call;
    }
    return false;
  };
}

import { type CommonNgrams, type ComparedTexts, ngramComparer } from "./common-ngrams.ts";
import { type CorpusPart, type NgramFrequencies, ngramFrequencies, ngramNumber, ngramRarity, wordNumber } from "./ngram-frequencies.ts";
import { comparedTexts, type PairedTexts } from "./packed-texts.ts";

/** Some of the pairs of a corpus, with the documents among their references. */
export interface CiderTexts extends PairedTexts, CorpusPart {
  /** What is compared: a candidate and a reference each by their numbers. */
  readonly pairs: { readonly candidates: Uint32Array; readonly references: Uint32Array };
}

interface CosineOptions {
  /** Whether the candidate's weights are clipped to the reference's. */
  readonly clips: boolean;
  /** The longest n-gram. */
  readonly order: number;
}

/** For each pair of a part the sum over orders of the cosine of its n-grams, weighted by how often they occur and how rare they are in all parts. */
export function ciderCosines(parts: Iterable<CiderTexts>, { clips, order: longest }: CosineOptions): (part: CiderTexts) => Float64Array {
  const comparer = ngramComparer();
  const rare = pairRarities(comparer, ngramFrequencies(parts));
  const compare = pairCosine(comparer, rare, clips);
  return (part) => {
    const { candidates, references } = part.pairs;
    const sums = new Float64Array(candidates.length);
    for (let pair = 0; pair < sums.length; pair++) {
      const texts = comparedTexts(part, candidates[pair]!, references[pair]!);
      const last = Math.min(longest, texts.candidateEnd - texts.candidateStart);
      for (let order = 1; order <= last; order++) {
        if (order === 1) comparer.begin(texts);
        else comparer.extend();
        rare.find(texts, order);
        sums[pair]! += compare(texts, order);
      }
    }
    return sums;
  };
}

/** How rare the n-grams are that begin at each place of both texts of a pair; the next order overwrites it. */
interface PairRarities {
  /** By place of the reference, and of the candidate. */
  rarities: Float64Array;
  ownRarities: Float64Array;
  /** After the comparer has taken the pair, or made its n-grams one word longer. */
  find(texts: ComparedTexts, order: number): void;
}

function pairRarities(common: CommonNgrams, frequencies: NgramFrequencies): PairRarities {
  let [numbers, ownNumbers] = [new Int32Array(64), new Int32Array(64)];
  const now: PairRarities = { rarities: new Float64Array(64), ownRarities: new Float64Array(64), find };

  function reserve(length: number, ownLength: number): void {
    if (length > numbers.length) [numbers, now.rarities] = [new Int32Array(2 * length), new Float64Array(2 * length)];
    if (ownLength > ownNumbers.length) [ownNumbers, now.ownRarities] = [new Int32Array(2 * ownLength), new Float64Array(2 * ownLength)];
  }

  /** What both texts have is looked for once. */
  function find({ candidate, candidateStart, candidateEnd, reference, start, end }: ComparedTexts, order: number): void {
    const [length, ownLength] = [end - start, candidateEnd - candidateStart];
    if (order === 1) reserve(length, ownLength);
    const { own } = common;
    const { rarities, ownRarities } = now;
    for (let j = 0; j <= length - order; j++) {
      numbers[j] =
        order === 1
          ? wordNumber(frequencies, reference[start + j]!)
          : ngramNumber(frequencies, { order, beginning: numbers[j]!, end: numbers[j + 1]! });
      rarities[j] = ngramRarity(frequencies, order, numbers[j]!);
    }
    for (let i = 0; i <= ownLength - order; i++) {
      const place = own[i]!;
      if (place >= 0) {
        ownNumbers[i] = numbers[place]!;
        ownRarities[i] = rarities[place]!;
        continue;
      }
      ownNumbers[i] =
        order === 1
          ? wordNumber(frequencies, candidate[candidateStart + i]!)
          : ngramNumber(frequencies, { order, beginning: ownNumbers[i]!, end: ownNumbers[i + 1]! });
      ownRarities[i] = ngramRarity(frequencies, order, ownNumbers[i]!);
    }
  }

  return now;
}

/** Compares two texts after it was found how rare their n-grams are. */
function pairCosine(common: CommonNgrams, rare: PairRarities, clips: boolean) {
  const hasRepetition = repetitionFinder();

  /** Of the candidate's n-grams: each different one counts once, with the square of its weight. */
  function squaredNorm(texts: ComparedTexts, order: number): number {
    const { own, found } = common;
    const { ownRarities } = rare;
    const { candidateStart, candidateEnd } = texts;
    const repeats = hasRepetition(texts, order);
    let norm = 0;
    for (let i = 0; i <= candidateEnd - candidateStart - order; i++) {
      const place = own[i]!;
      const times = place >= 0 ? found[place]! : repeats ? timesAlone(texts, candidateStart + i, order) : 1;
      // Once for each time it occurs, so that the square of the count comes out.
      norm += times * ownRarities[i]! ** 2;
    }
    return norm;
  }

  return (texts: ComparedTexts, order: number): number => {
    const { first, times, found } = common;
    const { rarities } = rare;
    let product = 0;
    let norm = 0;
    for (let j = 0; j <= texts.end - texts.start - order; j++) {
      if (first[j] !== j) continue;
      const weight = times[j]! * rarities[j]!;
      norm += weight * weight;
      const ownWeight = found[j]! * rarities[j]!;
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

/** Says whether a candidate has some word twice; asked for orders from 1 on, it looks once. */
function repetitionFinder(): (texts: ComparedTexts, order: number) => boolean {
  /** The last call that met each word. */
  let seenIn = new Int32Array(1024);
  let call = 0;
  let isKnown = false;
  function repeats({ candidate, candidateStart, candidateEnd, wordCount }: ComparedTexts): boolean {
    if (wordCount > seenIn.length) seenIn = new Int32Array(2 * wordCount);
    call++;
    for (let at = candidateStart; at < candidateEnd; at++) {
      if (seenIn[candidate[at]!] === call) return true;
      seenIn[candidate[at]!] = call;
    }
    return false;
  }
  return (texts, order) => {
    if (order === 1) isKnown = repeats(texts);
    return isKnown;
  };
}

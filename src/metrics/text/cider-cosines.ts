import type { ScratchMaker } from "../../core/data/scratch.ts";
import type { CiderTexts } from "./cider-texts.ts";
import { type CommonNgrams, type ComparedTexts, ngramComparer } from "./common-ngrams.ts";
import { type NgramDocuments, ngramDocuments } from "./ngram-documents.ts";
import { ngramCounts, type TextRange } from "./ngram-frequencies.ts";
import { maxOrder } from "./ngram-interner.ts";
import { comparedTexts } from "./packed-texts.ts";

interface CosineOptions {
  /** Whether the candidate's weights are clipped to the reference's. */
  readonly clips: boolean;
  /** The longest n-gram. */
  readonly order: number;
  /** Where numbers are laid aside that would take much memory. */
  readonly scratch?: ScratchMaker | undefined;
}

/**
 * For each pair of a part the sum over orders of the cosine of its n-grams, weighted by how often
 * they occur and how rare they are in all parts; part by part, in their order.
 */
export function* ciderCosines(
  parts: Iterable<CiderTexts>,
  { clips, order: longest, scratch }: CosineOptions,
): Generator<{ readonly part: CiderTexts; readonly sums: Float64Array }> {
  const comparer = ngramComparer();
  const documents = ngramDocuments(parts, { scratch });
  const rare = pairRarities(documents);
  const compare = pairCosine(comparer, rare, clips);
  for (const part of parts) {
    documents.begin();
    const { candidates, references } = part.pairs;
    const sums = new Float64Array(candidates.length);
    for (let pair = 0; pair < sums.length; pair++) {
      const texts = comparedTexts(part, candidates[pair]!, references[pair]!);
      const last = Math.min(longest, texts.candidateEnd - texts.candidateStart);
      rare.find(texts);
      for (let order = 1; order <= last; order++) {
        if (order === 1) comparer.begin(texts);
        else comparer.extend();
        sums[pair]! += compare(texts, order);
      }
    }
    yield { part, sums };
  }
}

/**
 * How rare the n-grams are that begin at each place of both texts of a pair, by order; the next
 * pair overwrites it.
 */
interface PairRarities {
  /** By place of the reference, and of the candidate. */
  rarities: readonly Float64Array[];
  ownRarities: readonly Float64Array[];
  find(texts: ComparedTexts): void;
}

/**
 * The rarity of an n-gram is the logarithm of the number of documents over the number of those that
 * have it, at least 1.
 */
function pairRarities(documents: NgramDocuments): PairRarities {
  const { documentCount } = documents;
  /** Of small counts, since one of every n-gram is asked for. */
  const logarithms = Float64Array.from(
    { length: Math.min(1 << 12, documentCount + 1) },
    (_, count) => Math.log(count),
  );
  const ofAll = Math.log(documentCount);
  let found = ngramCounts(64);
  const now: PairRarities = { rarities: byOrder(64), ownRarities: byOrder(64), find };

  function fill(text: TextRange, into: readonly Float64Array[]): void {
    const length = text.end - text.start;
    if (length > found.numbers.length) found = ngramCounts(2 * length);
    documents.next(text, found);
    for (let order = 1; order <= maxOrder; order++) {
      const [own, counts] = [into[order]!, found.counts[order - 1]!];
      for (let i = 0; i <= length - order; i++)
        own[i] =
          ofAll - (counts[i]! < logarithms.length ? logarithms[counts[i]!]! : Math.log(counts[i]!));
    }
  }

  function find({
    candidate,
    candidateStart,
    candidateEnd,
    reference,
    start,
    end,
  }: ComparedTexts): void {
    const [length, ownLength] = [end - start, candidateEnd - candidateStart];
    if (length > now.rarities[1]!.length) now.rarities = byOrder(2 * length);
    if (ownLength > now.ownRarities[1]!.length) now.ownRarities = byOrder(2 * ownLength);
    fill({ tokens: reference, start, end }, now.rarities);
    fill({ tokens: candidate, start: candidateStart, end: candidateEnd }, now.ownRarities);
  }

  return now;
}

function byOrder(length: number): readonly Float64Array[] {
  return Array.from({ length: maxOrder + 1 }, () => new Float64Array(length));
}

/** Compares two texts after it was found how rare their n-grams are. */
function pairCosine(common: CommonNgrams, rare: PairRarities, clips: boolean) {
  const hasRepetition = repetitionFinder();

  /** Of the candidate's n-grams: each different one counts once, with the square of its weight. */
  function squaredNorm(texts: ComparedTexts, order: number): number {
    const { own, found } = common;
    const ownRarities = rare.ownRarities[order]!;
    const { candidateStart, candidateEnd } = texts;
    const repeats = hasRepetition(texts, order);
    let norm = 0;
    for (let i = 0; i <= candidateEnd - candidateStart - order; i++) {
      const place = own[i]!;
      const times =
        place >= 0 ? found[place]! : repeats ? timesAlone(texts, candidateStart + i, order) : 1;
      // Once for each time it occurs, so that the square of the count comes out.
      norm += times * ownRarities[i]! ** 2;
    }
    return norm;
  }

  return (texts: ComparedTexts, order: number): number => {
    const { first, times, found } = common;
    const rarities = rare.rarities[order]!;
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
function timesAlone(
  { candidate, candidateStart, candidateEnd }: ComparedTexts,
  at: number,
  order: number,
): number {
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

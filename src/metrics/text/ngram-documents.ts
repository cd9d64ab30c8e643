import type { Scratch, ScratchMaker } from "../../core/data/scratch.ts";
import { byteWriter } from "../../math/number-bytes.ts";
import type { CiderTexts } from "./cider-texts.ts";
import {
  type BeginningWords,
  findCounts,
  isBeginning,
  type NgramCounts,
  type NgramFrequencies,
  type NgramMemory,
  ngramFrequencies,
  type TextRange,
  type WordFrequencies,
  wordDocuments,
  wordFrequencies,
} from "./ngram-frequencies.ts";
import { maxOrder } from "./ngram-interner.ts";
import { findPair, pairCount } from "./repeated-pairs.ts";
import { scratchTexts } from "./scratch-texts.ts";

/** Tells of the n-grams of compared texts in how many documents they are. */
export interface NgramDocuments {
  readonly documentCount: number;
  /** Goes on to the next of the parts, in their order. */
  begin(): void;
  /**
   * Writes what is known of the next text of the part: for each pair the reference, then the
   * candidate. There must be room for the text.
   */
  next(text: TextRange, into: NgramCounts): void;
  /** The n-grams that were held at once, and their memory. */
  readonly held: { readonly ngrams: number; readonly bytes: number };
}

/**
 * As many words are counted at once: their n-grams take some 12 MB with all that is needed to count
 * them.
 */
const mostAtOnce = 2 ** 22;

/**
 * Counts in how many documents the n-grams of a corpus are. Where there are many and a scratch is
 * lent, they are counted one set after the other, by what they begin with, and what comes of each
 * place of the compared texts is laid aside: memory then does not grow with the corpus.
 */
export function ngramDocuments(
  parts: Iterable<CiderTexts>,
  {
    scratch,
    most = mostAtOnce,
  }: { readonly scratch?: ScratchMaker | undefined; readonly most?: number } = {},
): NgramDocuments {
  const words = wordFrequencies(parts);
  const setCount = words.occurrences <= most ? 1 : Math.ceil((2 * words.occurrences) / most);
  if (!scratch || setCount < 2)
    return fromTables(ngramFrequencies(parts, { words, own: 0, occurrences: words.occurrences }));
  return fromScratch(parts, beginningSets(words, setCount), scratch);
}

function heldBy({ tables }: NgramFrequencies): NgramDocuments["held"] {
  const [ngrams, bytes] = [
    tables.reduce((sum, { size }) => sum + size, 0),
    tables.reduce((sum, { slots }) => sum + slots.byteLength, 0),
  ];
  return { ngrams, bytes };
}

function fromTables(frequencies: NgramFrequencies): NgramDocuments {
  return {
    documentCount: frequencies.words.documentCount,
    held: heldBy(frequencies),
    begin: () => undefined,
    next: (text, into) => findCounts(frequencies, text, into),
  };
}

/**
 * Words in sets that occur about equally often. Each goes where least is: rare words, whose n-grams
 * are mostly different ones, then are in all sets.
 */
function beginningSets(words: WordFrequencies, setCount: number): readonly BeginningWords[] {
  const wordCount = words.counts.length / 3;
  const sets = new Uint8Array(wordCount);
  const occurrences = Array.from({ length: Math.min(256, setCount) }, () => 0);
  for (let word = 0; word < wordCount; word++) {
    let least = 0;
    for (let set = 1; set < occurrences.length; set++)
      if (occurrences[set]! < occurrences[least]!) least = set;
    sets[word] = least;
    occurrences[least]! += words.counts[3 * word + 2]!;
  }
  return occurrences.map((count, own) => ({ words, sets, own, occurrences: count }));
}

/** By part, and for each of its sets: where the numbers of documents lie that its places have. */
interface LaidAside {
  readonly scratch: Scratch;
  readonly places: readonly (readonly number[])[];
}

function fromScratch(
  given: Iterable<CiderTexts>,
  sets: readonly BeginningWords[],
  make: ScratchMaker,
): NgramDocuments {
  const { words } = sets[0]!;
  const parts = scratchTexts(given, make(4 * words.occurrences));
  const scratch = make(words.occurrences);
  const memory: NgramMemory = {};
  let held = { ngrams: 0, bytes: 0 };
  const places = sets.map((set) => {
    const frequencies = ngramFrequencies(parts, set, memory);
    const own = heldBy(frequencies);
    held = own.bytes > held.bytes ? own : held;
    return layAside(parts, frequencies, scratch);
  });
  const read = laidAsideReader(sets, { scratch, places });
  return { documentCount: words.documentCount, held, ...read };
}

/**
 * Writes the counts of every place that begins with one of the words, from two words on, up to a 1,
 * after which nothing else can come.
 */
function layAside(
  parts: Iterable<CiderTexts>,
  frequencies: NgramFrequencies,
  scratch: Scratch,
): readonly number[] {
  const writer = byteWriter();
  const places: number[] = [];
  for (const part of parts) {
    for (const { tokens, start, end } of comparedTextsOf(part))
      for (let at = start; at < end; at++) {
        if (!isBeginning(frequencies, tokens[at]!)) continue;
        const last = Math.min(end, at + maxOrder);
        for (let next = at + 1, number = tokens[at]!; next < last && number >= 0; next++) {
          const table = frequencies.tables[next - at - 1]!;
          number = findPair(table, number, tokens[next]!);
          const count = number < 0 ? 1 : pairCount(table, number);
          writer.writeNumber(count);
          if (count === 1) break;
        }
      }
    places.push(scratch.keep(writer.end()));
  }
  return places;
}

function* comparedTextsOf({ candidates, references, pairs }: CiderTexts): Generator<TextRange> {
  for (let pair = 0; pair < pairs.references.length; pair++) {
    const [reference, candidate] = [pairs.references[pair]!, pairs.candidates[pair]!];
    yield {
      tokens: references.tokens,
      start: references.starts[reference]!,
      end: references.starts[reference + 1]!,
    };
    yield {
      tokens: candidates.tokens,
      start: candidates.starts[candidate]!,
      end: candidates.starts[candidate + 1]!,
    };
  }
}

/** Reads the numbers of a part, of all sets in turn, as the places come. */
function laidAsideReader(
  sets: readonly BeginningWords[],
  { scratch, places }: LaidAside,
): Pick<NgramDocuments, "begin" | "next"> {
  const { words, sets: setOf } = sets[0]!;
  const bytes = sets.map(() => new Uint8Array(1 << 12));
  const at = new Uint32Array(sets.length);
  let part = 0;

  function take(set: number): void {
    const kept = scratch.read(places[set]![part]!);
    if (kept.length > bytes[set]!.length) bytes[set] = new Uint8Array(2 * kept.length);
    bytes[set]!.set(kept);
    at[set] = 0;
  }

  function number(set: number): number {
    const own = bytes[set]!;
    let place = at[set]!;
    let value = own[place++]!;
    if (value > 127) {
      value &= 127;
      for (let shift = 7; ; shift += 7) {
        const byte = own[place++]!;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
      }
    }
    at[set] = place;
    return value;
  }

  return {
    begin() {
      for (let set = 0; set < sets.length; set++) take(set);
      part++;
    },
    next({ tokens, start, end }, { counts }) {
      for (let place = start; place < end; place++) {
        const word = tokens[place]!;
        let count = Math.max(1, wordDocuments(words, word));
        counts[0]![place - start] = count;
        const last = Math.min(maxOrder, end - place);
        for (let order = 2; order <= last; order++) {
          if (count > 1) count = number(setOf![word]!);
          counts[order - 1]![place - start] = count;
        }
      }
    },
  };
}

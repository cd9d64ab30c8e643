import { memoryScratch, type Scratch, type ScratchMaker } from "../../core/data/scratch.ts";
import {
  type KeptPairs,
  keptFramesLate,
  keptLabels,
  keptSemantics,
  type PairNumbers,
  pairWriter,
} from "./kept-pairs.ts";
import { type KeptTexts, textWriter, writtenTexts } from "./kept-texts.ts";
import { type StreamRows, streamRows } from "./stream-rows.ts";
import { linesOf } from "./text-lines.ts";

/** Names what evidence is read from: a member that JSON and equality do not see. */
const keptStream = Symbol("where the lists of a stream are kept");

/** Of one stream: where its lists lie, which are bytes. */
export interface KeptStream {
  readonly set: StreamSet;
  /** Among the streams of the set. */
  readonly number: number;
  readonly textPlace: number;
  readonly pairPlace: number;
  readonly pairCount: number;
  readonly missedCount: number;
  readonly framesPerSecond: number;
}

/** What streams that are kept together share. */
interface StreamSet {
  readonly scratch: Scratch;
  readonly words: KeptTexts["words"];
  readonly labels: KeptPairs["labels"];
  /** Sums over pairs by what they count: several tables read the same ones. */
  readonly counted: Map<string, StreamRows>;
}

/** What evidence has of pairs and of missed references; of the texts a line each. */
export interface PairLists {
  readonly semantics: readonly number[];
  readonly delays: readonly number[];
  /** As many lines as there are pairs; nothing where there are none. */
  readonly generated: string;
  readonly references: string;
  readonly labels: readonly string[];
  /** Words and labels of references that nothing was matched with. */
  readonly missed: string;
  readonly missedLabels: readonly string[];
}

interface HasKeptStream {
  readonly [keptStream]: KeptStream;
}

/**
 * What there is to keep of one stream: what was said in each pair followed by its reference, then
 * the missed references; and the pairs.
 */
interface StreamLists {
  readonly texts: readonly string[];
  readonly pairs: PairNumbers;
  readonly framesPerSecond: number;
}

/**
 * Keeps lists of streams as bytes in a scratch, and of each stream about a hundred bytes in memory.
 */
export function streamKeeper(
  makeScratch: ScratchMaker = memoryScratch,
): (lists: StreamLists) => KeptStream {
  const [writeTexts, writePairs] = [textWriter(), pairWriter()];
  let set: StreamSet | undefined;
  let number = 0;
  return ({ texts, pairs, framesPerSecond }) => {
    const { words, bytes } = writeTexts(texts);
    const { pairCount, missedCount, labels, bytes: pairBytes } = writePairs(pairs);
    set ??= { scratch: makeScratch(), words, labels, counted: new Map() };
    const [textPlace, pairPlace] = [set.scratch.keep(bytes), set.scratch.keep(pairBytes)];
    return { set, number: number++, textPlace, pairPlace, pairCount, missedCount, framesPerSecond };
  };
}

/** The texts of a stream; valid until something else is read of the same streams. */
export function textsOf({
  set: { scratch, words },
  textPlace,
  pairCount,
  missedCount,
}: KeptStream): KeptTexts {
  return { words, count: 2 * pairCount + missedCount, bytes: scratch.read(textPlace) };
}

function pairsOf({
  set: { scratch, labels },
  pairPlace,
  pairCount,
  missedCount,
}: KeptStream): KeptPairs {
  return { pairCount, missedCount, labels, bytes: scratch.read(pairPlace) };
}

/** The sums of a stream over its pairs, by what they count, where they are known already. */
export function countedOf(
  { set: { counted }, number }: KeptStream,
  name: string,
): Float64Array | undefined {
  return counted.get(name)?.row(number);
}

export function rememberCounted(
  { set: { counted }, number }: KeptStream,
  name: string,
  row: Float64Array,
): void {
  const rows = counted.get(name) ?? streamRows(row.length);
  counted.set(name, rows);
  rows.put(number, row);
}

function linesWhere(
  stream: KeptStream,
  isOwn: (number: number, pairCount: number) => boolean,
): string {
  return writtenTexts(textsOf(stream))
    .filter((_, number) => isOwn(number, stream.pairCount))
    .join("\n");
}

/**
 * How each list is read. All evidence shares these functions: made for every stream, they would
 * take more memory than all that is kept of it.
 */
const readers: { readonly [Name in keyof PairLists]: (stream: KeptStream) => PairLists[Name] } = {
  semantics: (stream) => keptSemantics(pairsOf(stream)),
  delays: (stream) =>
    keptFramesLate(pairsOf(stream)).map((frames) => frames / stream.framesPerSecond),
  labels: (stream) => keptLabels(pairsOf(stream)).labels,
  missedLabels: (stream) => keptLabels(pairsOf(stream)).missedLabels,
  generated: (stream) =>
    linesWhere(stream, (number, pairCount) => number < 2 * pairCount && number % 2 === 0),
  references: (stream) =>
    linesWhere(stream, (number, pairCount) => number < 2 * pairCount && number % 2 === 1),
  missed: (stream) => linesWhere(stream, (number, pairCount) => number >= 2 * pairCount),
};

const members: PropertyDescriptorMap = Object.fromEntries(
  Object.entries(readers).map(([name, read]) => [
    name,
    {
      enumerable: true,
      get(this: HasKeptStream) {
        return read(this[keptStream]);
      },
    },
  ]),
);

/**
 * Evidence whose lists are kept as bytes: all streams' evidence is kept, and as lists it would take
 * many times the memory. A reader of a list gets one that is made for the occasion, so it is read
 * once and held while it is used.
 */
export function withKeptLists<T extends object>(stream: KeptStream, plain: T): T & PairLists {
  const evidence = Object.defineProperty({ ...plain }, keptStream, { value: stream });
  return Object.defineProperties(evidence, members) as T & PairLists;
}

/**
 * Reads what evidence is kept as, also of evidence that has been JSON, whose words are numbered
 * here.
 */
export function keptStreams(): (evidence: PairLists) => KeptStream {
  let keep: ReturnType<typeof streamKeeper> | undefined;
  const others = new WeakMap<PairLists, KeptStream>();
  const read = (evidence: PairLists): KeptStream => {
    keep ??= streamKeeper();
    const { semantics, missedLabels } = evidence;
    const [said, wanted] = [
      linesOf(evidence.generated, semantics.length),
      linesOf(evidence.references, semantics.length),
    ];
    const texts = [
      ...said.flatMap((text, i) => [text, wanted[i]!]),
      ...linesOf(evidence.missed, missedLabels.length),
    ];
    const none = semantics.map(() => 0);
    return keep({
      texts,
      pairs: { meanings: none, framesLate: none, labels: none.map(() => ""), missedLabels },
      framesPerSecond: 1,
    });
  };
  return (evidence) => {
    const kept = (evidence as Partial<HasKeptStream>)[keptStream] ?? others.get(evidence);
    if (kept) return kept;
    const stream = read(evidence);
    others.set(evidence, stream);
    return stream;
  };
}

import { type KeptPairs, keptFramesLate, keptLabels, keptSemantics } from "./kept-pairs.ts";
import { type KeptTexts, type TextKeeper, textKeeper, writtenTexts } from "./kept-texts.ts";
import { linesOf } from "./text-lines.ts";

/** Names what evidence is read from: a member that JSON and equality do not see. */
const keptStream = Symbol("texts as numbers of words");

/** Of one stream: what was said in each pair followed by its reference, then the missed references. */
export interface KeptStream {
  readonly texts: KeptTexts;
  /** Sums over pairs of these texts by what they count: several tables read the same ones. */
  readonly counted: Map<string, Float64Array>;
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
  readonly [keptStream]?: KeptStream;
}

interface KeptParts {
  readonly pairs: KeptPairs;
  readonly texts: KeptTexts;
  readonly framesPerSecond: number;
}

/**
 * Evidence whose lists are kept as bytes: all streams' evidence is kept, and as lists it would take many times the memory. Whoever reads a list gets
 * one that is made for the occasion, so it is read once and held while it is used.
 */
export function withKeptLists<T extends object>({ pairs, texts, framesPerSecond }: KeptParts, plain: T): T & PairLists {
  const { pairCount } = pairs;
  const lines = (isOwn: (number: number) => boolean) =>
    writtenTexts(texts)
      .filter((_, number) => isOwn(number))
      .join("\n");
  const evidence = {
    ...plain,
    get semantics() {
      return keptSemantics(pairs);
    },
    get delays() {
      return keptFramesLate(pairs).map((frames) => frames / framesPerSecond);
    },
    get labels() {
      return keptLabels(pairs).labels;
    },
    get missedLabels() {
      return keptLabels(pairs).missedLabels;
    },
    get generated() {
      return lines((number) => number < 2 * pairCount && number % 2 === 0);
    },
    get references() {
      return lines((number) => number < 2 * pairCount && number % 2 === 1);
    },
    get missed() {
      return lines((number) => number >= 2 * pairCount);
    },
  };
  const stream: KeptStream = { texts, counted: new Map() };
  return Object.defineProperty(evidence, keptStream, { value: stream });
}

/** Reads what evidence is kept as, also of evidence that has been JSON, whose words are numbered here. */
export function keptStreams(): (evidence: PairLists) => KeptStream {
  let keep: TextKeeper | undefined;
  const others = new WeakMap<PairLists, KeptStream>();
  const read = (evidence: PairLists): KeptStream => {
    keep ??= textKeeper();
    const pairs = evidence.semantics.length;
    const [said, wanted] = [linesOf(evidence.generated, pairs), linesOf(evidence.references, pairs)];
    const texts = [...said.flatMap((text, i) => [text, wanted[i]!]), ...linesOf(evidence.missed, evidence.missedLabels.length)];
    return { texts: keep(texts), counted: new Map() };
  };
  return (evidence) => {
    const kept = (evidence as HasKeptStream)[keptStream] ?? others.get(evidence);
    if (kept) return kept;
    const stream = read(evidence);
    others.set(evidence, stream);
    return stream;
  };
}

import type { TextDocuments } from "../text/cider-texts.ts";
import type { PackedTexts } from "../text/packed-texts.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { type KeptStream, keptStreams, textsOf } from "./kept-evidence.ts";
import { areEmpty, textOpener } from "./kept-texts.ts";

/** One of the streams: its pairs are opened where they are asked for. */
export interface SimilarStream {
  readonly kept: KeptStream;
  open(): SimilarPairs;
}

/** The similar pairs of one stream; those of the next are opened in the same memory. */
export interface SimilarPairs {
  readonly texts: PackedTexts;
  /** Of each pair, the numbers of both texts. */
  readonly pairs: { readonly candidates: Uint32Array; readonly references: Uint32Array };
  /** The references in which document frequencies are counted, each a document. */
  readonly documents: TextDocuments;
}

interface SimilarPairsOptions {
  readonly threshold: number | null;
  /** Whether references that are in no similar pair are documents as well. */
  readonly withOthers: boolean;
}

/** All streams, one after the other, as often as they are asked for. */
export type SimilarStreams = Iterable<SimilarStream>;

/**
 * Pairs above the threshold whose reference has any words; the others are left out by the original
 * as well.
 */
export function similarPairs(
  evidence: Iterable<DialogueEvidence>,
  options: SimilarPairsOptions,
): SimilarStreams {
  const streamOf = keptStreams();
  const open = textOpener();
  return {
    *[Symbol.iterator]() {
      for (const item of evidence) {
        const kept = streamOf(item);
        const openPairs = () => {
          const texts = open(textsOf(kept));
          return { texts, ...chosenTexts(texts, item.semantics, options) };
        };
        yield { kept, open: openPairs };
      }
    },
  };
}

/** The same with all references as documents, and without pairs. */
export function allReferences(evidence: Iterable<DialogueEvidence>): SimilarStreams {
  return similarPairs(evidence, { threshold: Number.POSITIVE_INFINITY, withOthers: true });
}

function chosenTexts(
  { starts }: PackedTexts,
  semantics: readonly number[],
  { threshold, withOthers }: SimilarPairsOptions,
): Omit<SimilarPairs, "texts"> {
  const textCount = starts.length - 1;
  const pairCount = semantics.length;
  const candidates = new Uint32Array(pairCount);
  const references = new Uint32Array(pairCount);
  const documents = new Uint32Array(textCount - pairCount);
  let [similar, counted] = [0, 0];
  for (let i = 0; i < pairCount; i++) {
    const reference = 2 * i + 1;
    const isSimilar = threshold === null || semantics[i]! > threshold;
    if (starts[reference] === starts[reference + 1] || !(isSimilar || withOthers)) continue;
    documents[counted++] = reference;
    if (!isSimilar) continue;
    candidates[similar] = reference - 1;
    references[similar++] = reference;
  }
  if (withOthers)
    for (let text = 2 * pairCount; text < textCount; text++)
      if (starts[text] !== starts[text + 1]) documents[counted++] = text;
  return {
    pairs: {
      candidates: candidates.subarray(0, similar),
      references: references.subarray(0, similar),
    },
    documents: {
      texts: documents.subarray(0, counted),
      owners: numbersUpTo(counted),
      count: counted,
    },
  };
}

/** Whether a stream has a pair that counts. */
export function hasSimilarPair(evidence: DialogueEvidence, threshold: number | null): boolean {
  const { semantics } = evidence;
  let number = 0;
  for (const isEmpty of areEmpty(textsOf(keptStreams()(evidence)))) {
    const pair = number >> 1;
    if (pair === semantics.length) return false;
    if (number++ % 2 === 1 && !isEmpty && (threshold === null || semantics[pair]! > threshold))
      return true;
  }
  return false;
}

function numbersUpTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

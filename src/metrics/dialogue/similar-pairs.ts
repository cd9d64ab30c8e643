import { growing } from "../../math/growing-array.ts";
import type { PackedTexts, PairedTexts } from "../text/packed-texts.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { evidenceTexts } from "./evidence-texts.ts";
import type { KeptTexts } from "./kept-texts.ts";
import { type TextTaker, textTakers } from "./text-takers.ts";

/** The similar pairs of all streams: candidate p belongs to pair p. */
export interface SimilarPairs extends PairedTexts {
  /** The reference of each pair. */
  readonly referenceOf: Uint32Array;
  /** The pairs of stream s are `starts[s]` up to `starts[s + 1]`. */
  readonly starts: Uint32Array;
  /** By stream, what its pairs were taken from, and which of its pairs those are. */
  readonly owners?: readonly KeptTexts[];
  readonly selection?: string;
}

interface SimilarPairsOptions {
  readonly threshold: number | null;
  /** Whether references that are in no similar pair are packed as well. */
  readonly withOthers: boolean;
}

/** Packs pairs above the threshold whose reference has any words; the others are left out by the original as well. */
export function similarPairs(evidence: Iterable<DialogueEvidence>, { threshold, withOthers }: SimilarPairsOptions): SimilarPairs {
  const [candidates, references] = textTakers(2);
  const textsOf = evidenceTexts();
  const referenceOf = growing.words();
  const starts = growing.words();
  const owners: KeptTexts[] = [];
  for (const item of evidence) {
    const texts = textsOf(item);
    owners.push(texts);
    const { semantics, missedLabels } = item;
    const pairs = semantics.length;
    starts.push(referenceOf.length);
    for (let i = 0; i < pairs; i++) {
      const isSimilar = threshold === null || semantics[i]! > threshold;
      if (isEmpty(texts, pairs + i) || !(isSimilar || withOthers)) continue;
      const reference = references!.take(texts, pairs + i);
      if (!isSimilar) continue;
      candidates!.take(texts, i);
      referenceOf.push(reference);
    }
    if (withOthers) takeWords(references!, texts, { from: 2 * pairs, to: 2 * pairs + missedLabels.length });
  }
  starts.push(referenceOf.length);
  return {
    candidates: candidates!.packed(),
    references: references!.packed(),
    referenceOf: referenceOf.view(),
    starts: starts.view(),
    owners,
    selection: `above ${threshold ?? "nothing"}`,
  };
}

/** All reference utterances that have words. */
export function packReferences(evidence: Iterable<DialogueEvidence>): PackedTexts {
  const [taker] = textTakers(1);
  const textsOf = evidenceTexts();
  for (const item of evidence) {
    const pairs = item.semantics.length;
    takeWords(taker!, textsOf(item), { from: pairs, to: 2 * pairs + item.missedLabels.length });
  }
  return taker!.packed();
}

/** Whether a stream has a pair that counts. */
export function hasSimilarPair(evidence: DialogueEvidence, threshold: number | null): boolean {
  const { semantics } = evidence;
  const texts = evidenceTexts()(evidence);
  return semantics.some((semantic, i) => (threshold === null || semantic > threshold) && !isEmpty(texts, semantics.length + i));
}

function takeWords(taker: TextTaker, texts: KeptTexts, { from, to }: { readonly from: number; readonly to: number }): void {
  for (let number = from; number < to; number++) if (!isEmpty(texts, number)) taker.take(texts, number);
}

function isEmpty({ starts }: KeptTexts, number: number): boolean {
  return starts[number] === starts[number + 1];
}

import { growing } from "../../math/growing-array.ts";
import { type PackedTexts, type PairedTexts, type TextPacker, textPacker } from "../text/packed-texts.ts";
import { wordInterner } from "../text/word-interner.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { lineEnd } from "./text-lines.ts";

/** The similar pairs of all streams: candidate p belongs to pair p. */
export interface SimilarPairs extends PairedTexts {
  /** The reference of each pair. */
  readonly referenceOf: Uint32Array;
  /** The pairs of stream s are `starts[s]` up to `starts[s + 1]`. */
  readonly starts: Uint32Array;
}

interface SimilarPairsOptions {
  readonly threshold: number | null;
  /** Whether references that are in no similar pair are packed as well. */
  readonly withOthers: boolean;
}

/** Packs pairs above the threshold whose reference has any words; the others are left out by the original as well. */
export function similarPairs(evidence: Iterable<DialogueEvidence>, { threshold, withOthers }: SimilarPairsOptions): SimilarPairs {
  const words = wordInterner();
  const [candidates, references] = [textPacker(words), textPacker(words)];
  const referenceOf = growing.words();
  const starts = growing.words();
  for (const { semantics, generated, references: wanted, missed } of evidence) {
    starts.push(candidates.size);
    for (let i = 0, said = 0, other = 0; i < semantics.length; i++) {
      const [saidEnd, otherEnd] = [lineEnd(generated, said), lineEnd(wanted, other)];
      const isSimilar = threshold === null || semantics[i]! > threshold;
      if (other < otherEnd && (isSimilar || withOthers)) {
        const reference = references.add(wanted, other, otherEnd);
        if (isSimilar) {
          candidates.add(generated, said, saidEnd);
          referenceOf.push(reference);
        }
      }
      said = saidEnd + 1;
      other = otherEnd + 1;
    }
    if (withOthers) addLines(missed, references);
  }
  starts.push(candidates.size);
  return { candidates: candidates.packed(), references: references.packed(), referenceOf: referenceOf.view(), starts: starts.view() };
}

/** All reference utterances that have words. */
export function packReferences(evidence: Iterable<DialogueEvidence>): PackedTexts {
  const packer = textPacker(wordInterner());
  for (const { references, missed } of evidence) for (const lines of [references, missed]) addLines(lines, packer);
  return packer.packed();
}

function addLines(lines: string, packer: TextPacker): void {
  for (let start = 0; start < lines.length; ) {
    const end = lineEnd(lines, start);
    if (start < end) packer.add(lines, start, end);
    start = end + 1;
  }
}

/** Whether a stream has a pair that counts. */
export function hasSimilarPair({ semantics, references }: DialogueEvidence, threshold: number | null): boolean {
  for (let i = 0, start = 0; i < semantics.length; i++) {
    const end = lineEnd(references, start);
    if (start < end && (threshold === null || semantics[i]! > threshold)) return true;
    start = end + 1;
  }
  return false;
}

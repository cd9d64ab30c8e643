import type { ScratchMaker } from "../../core/data/scratch.ts";
import { growing } from "../../math/growing-array.ts";
import { ciderCosines } from "./cider-cosines.ts";
import type { CiderTexts, TextDocuments } from "./cider-texts.ts";
import { maxOrder } from "./ngram-interner.ts";
import { type TextPacker, textPacker } from "./packed-texts.ts";
import { assertReferences, type TextPair } from "./text-pair.ts";
import { wordInterner } from "./word-interner.ts";

export type CiderVariant = "d" | "plain";

interface CiderFormula {
  readonly variant: CiderVariant;
  readonly sigma: number;
  /** The longest n-gram; default 4. */
  readonly order?: number;
}

export interface CiderScoresOptions extends CiderFormula {
  /**
   * The references of each document that frequencies are counted in; those of the pairs unless
   * given.
   */
  readonly documents?: readonly (readonly string[])[];
}

/** The CIDEr or CIDEr-D of each pair, times ten as usual; `cider` says which is which. */
export function ciderScores(
  pairs: readonly TextPair[],
  { documents, ...formula }: CiderScoresOptions,
): Float64Array {
  const words = wordInterner();
  const [candidates, references] = [textPacker(words), textPacker(words)];
  /**
   * For each reference the number of its pair, which is also that of the candidate and of the
   * document.
   */
  const owners = growing.words();
  const texts = growing.words();
  for (const [i, pair] of pairs.entries()) {
    assertReferences(pair);
    candidates.add(pair.candidate);
    for (const text of pair.references) {
      texts.push(references.add(text));
      owners.push(i);
    }
  }
  const own = { candidates: owners.view(), references: texts.view() };
  const counted = documents
    ? addDocuments(documents, references)
    : { texts: own.references, owners: own.candidates, count: pairs.length };
  const packed = {
    candidates: candidates.packed(),
    references: references.packed(),
    pairs: own,
    documents: counted,
  };
  const [each = new Float64Array(0)] = packedCiderScores([packed], formula);
  const scores = new Float64Array(pairs.length);
  for (let i = 0; i < each.length; i++) scores[own.candidates[i]!]! += each[i]!;
  for (let i = 0; i < scores.length; i++) scores[i]! /= pairs[i]!.references.length;
  return scores;
}

function addDocuments(
  documents: readonly (readonly string[])[],
  packer: TextPacker,
): TextDocuments {
  const [texts, owners] = [growing.words(), growing.words()];
  for (const [document, list] of documents.entries()) {
    for (const text of list) {
      texts.push(packer.add(text));
      owners.push(document);
    }
  }
  return { texts: texts.view(), owners: owners.view(), count: documents.length };
}

interface PackedCiderOptions extends CiderFormula {
  /** Where numbers are laid aside that would take much memory; without it they take it. */
  readonly scratch?: ScratchMaker | undefined;
}

/**
 * Scores packed pairs part by part, one score for each candidate and reference; of several
 * references the mean counts. Frequencies are those of all parts, which are read more than once and
 * need not be in memory together.
 */
export function* packedCiderScores(
  parts: Iterable<CiderTexts>,
  { variant, sigma, order = maxOrder, scratch }: PackedCiderOptions,
): Generator<Float64Array> {
  if (!(sigma > 0)) throw new RangeError(`sigma is ${sigma}, but it must be above 0`);
  if (!Number.isInteger(order) || order < 1 || order > maxOrder)
    throw new RangeError(`order is ${order}, but it must be 1, 2, 3 or 4`);
  for (const { part, sums: scores } of ciderCosines(parts, {
    clips: variant === "d",
    order,
    scratch,
  })) {
    const { candidates, references, pairs } = part;
    for (let i = 0; i < scores.length; i++) {
      scores[i] = (10 * scores[i]!) / order;
      // Lengths are counted in bigrams: where only words are compared there are none, and all texts
      // are as long.
      if (variant === "plain" || order === 1) continue;
      const difference =
        Math.max(0, lengthOf(candidates, pairs.candidates[i]!) - 1) -
        Math.max(0, lengthOf(references, pairs.references[i]!) - 1);
      scores[i]! *= Math.exp(-(difference ** 2) / (2 * sigma ** 2));
    }
    yield scores;
  }
}

function lengthOf({ starts }: CiderTexts["candidates"], text: number): number {
  return starts[text + 1]! - starts[text]!;
}

import { growing } from "../../math/growing-array.ts";
import type { ComparedTexts } from "./common-ngrams.ts";
import { splitWords } from "./text-pair.ts";
import type { WordInterner } from "./word-interner.ts";

/** Many texts as numbers of words: those of text t stand from `starts[t]` up to `starts[t + 1]`. */
export interface PackedTexts {
  readonly words: WordInterner;
  readonly tokens: Int32Array;
  readonly starts: Uint32Array;
  /** As written, those texts that are not printable ASCII with single spaces inside. */
  readonly unusual: ReadonlyMap<number, string>;
}

export interface TextPacker {
  /** How many texts there are so far. */
  readonly size: number;
  /**
   * Adds the text from `start` up to `end`, by default all of it, and returns its number. Words are
   * separated by white space as in Python's `split()`.
   */
  add(text: string, start?: number, end?: number): number;
  /** What there is so far; nothing may be added afterwards. */
  packed(): PackedTexts;
}

const blockLength = 1 << 16;

/**
 * Packs texts one after the other; several packers can share their words. Words are gathered in
 * blocks, so that growing leaves nothing behind.
 */
export function textPacker(words: WordInterner): TextPacker {
  const starts = growing.words();
  const unusual = new Map<number, string>();
  const full: Int32Array[] = [];
  let block = new Int32Array(1 << 10);
  let used = 0;
  let before = 0;

  function reserve(count: number): void {
    if (used + count <= block.length) return;
    full.push(block.subarray(0, used));
    before += used;
    used = 0;
    block = new Int32Array(Math.max(blockLength, count));
  }

  function addUnusual(text: string): void {
    unusual.set(starts.length - 1, text);
    const parts = splitWords(text);
    reserve(parts.length);
    for (const part of parts) block[used++] = words.splitAtSpaces(part)[0]!;
  }

  function tokens(): Int32Array {
    const all = new Int32Array(before + used);
    let at = 0;
    for (const part of [...full, block.subarray(0, used)]) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  return {
    get size() {
      return starts.length;
    },
    add(text, start = 0, end = text.length) {
      starts.push(before + used);
      if (start === end) return starts.length - 1;
      reserve((end - start + 1) >> 1);
      const count = words.readPlain({ text, start, end }, block, used);
      if (count < 0) addUnusual(text.slice(start, end));
      else used += count;
      return starts.length - 1;
    },
    packed() {
      starts.push(before + used);
      return { words, tokens: tokens(), starts: starts.view(), unusual };
    },
  };
}

/** Candidates and references that share their words. */
export interface PairedTexts {
  readonly candidates: PackedTexts;
  readonly references: PackedTexts;
}

/** A candidate and a reference by their numbers, as what compares them reads them. */
export function comparedTexts(
  { candidates, references }: PairedTexts,
  candidate: number,
  reference: number,
): ComparedTexts {
  return {
    candidate: candidates.tokens,
    candidateStart: candidates.starts[candidate]!,
    candidateEnd: candidates.starts[candidate + 1]!,
    reference: references.tokens,
    start: references.starts[reference]!,
    end: references.starts[reference + 1]!,
    wordCount: candidates.words.size,
  };
}

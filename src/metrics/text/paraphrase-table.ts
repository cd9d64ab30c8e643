import { growing } from "../../math/growing-array.ts";

/**
 * Phrases and what they can be replaced by, as numbers: a phrase is a state of one tree of words (0
 * is the empty phrase), so that all phrases that begin at a word are found by walking the tree.
 * METEOR's English table has five million pairs; as objects they would not fit.
 */
export interface ParaphraseTable {
  /** Says in signatures which table it is. */
  readonly name: string;
  /** The number of a word; −1 if no phrase has it. */
  wordId(word: string): number;
  /** The phrase that has one word more; −1 if there is none. */
  longer(phrase: number, wordId: number): number;
  /**
   * Paraphrases of phrase p: `targets` from `starts[p]` to `starts[p + 1]`, in the order they were
   * added.
   */
  readonly starts: Uint32Array;
  readonly targets: Int32Array;
}

export interface ParaphraseTableBuilder {
  /** Words of both phrases stand between single spaces. */
  add(source: string, target: string): void;
  build(name: string): ParaphraseTable;
}

/** Takes pairs one by one and keeps only numbers of them. */
export function paraphraseTableBuilder(): ParaphraseTableBuilder {
  const words = new Map<string, number>();
  const tree = phraseTree();
  const sources = growing.integers();
  const targets = growing.integers();

  function phraseOf(text: string): number {
    let phrase = 0;
    for (let at = 0; at < text.length; ) {
      const space = text.indexOf(" ", at);
      const end = space < 0 ? text.length : space;
      if (end > at) phrase = tree.extend(phrase, idOf(text.slice(at, end)));
      at = end + 1;
    }
    return phrase;
  }

  function idOf(word: string): number {
    let id = words.get(word);
    if (id === undefined) {
      id = words.size;
      words.set(word, id);
    }
    return id;
  }

  return {
    add(source, target) {
      sources.push(phraseOf(source));
      targets.push(phraseOf(target));
    },
    build: (name) => ({
      name,
      wordId: (word) => words.get(word) ?? -1,
      longer: (phrase, wordId) => (wordId < 0 ? -1 : tree.find(phrase, wordId)),
      ...grouped(sources.view(), targets.view(), tree.size()),
    }),
  };
}

/** Pairs by source, in their order: a counting sort. */
function grouped(
  sources: Int32Array,
  targets: Int32Array,
  phraseCount: number,
): Pick<ParaphraseTable, "starts" | "targets"> {
  const starts = new Uint32Array(phraseCount + 2);
  for (let i = 0; i < sources.length; i++) starts[sources[i]! + 2]!++;
  for (let i = 2; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const sorted = new Int32Array(targets.length);
  for (let i = 0; i < sources.length; i++) sorted[starts[sources[i]! + 1]!++] = targets[i]!;
  return { starts: starts.subarray(0, phraseCount + 1), targets: sorted };
}

/** A tree of words in one open-addressed table from (phrase, word) to phrase. */
function phraseTree() {
  let mask = (1 << 12) - 1;
  /** 1 + the shorter phrase; 0 where the slot is free. */
  let prefixes = new Int32Array(mask + 1);
  let lasts = new Int32Array(mask + 1);
  let values = new Int32Array(mask + 1);
  let size = 1;

  function slotOf(phrase: number, word: number): number {
    const hash = Math.imul(phrase + 1, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (prefixes[slot] !== 0 && (prefixes[slot] !== phrase + 1 || lasts[slot] !== word))
      slot = (slot + 1) & mask;
    return slot;
  }

  function place(phrase: number, word: number, value: number): void {
    const slot = slotOf(phrase, word);
    prefixes[slot] = phrase + 1;
    lasts[slot] = word;
    values[slot] = value;
  }

  function grow(): void {
    const old = { prefixes, lasts, values };
    mask = 2 * mask + 1;
    prefixes = new Int32Array(mask + 1);
    lasts = new Int32Array(mask + 1);
    values = new Int32Array(mask + 1);
    for (let i = 0; i < old.prefixes.length; i++)
      if (old.prefixes[i] !== 0) place(old.prefixes[i]! - 1, old.lasts[i]!, old.values[i]!);
  }

  return {
    size: () => size,
    find(phrase: number, word: number): number {
      const slot = slotOf(phrase, word);
      return prefixes[slot] === 0 ? -1 : values[slot]!;
    },
    extend(phrase: number, word: number): number {
      const slot = slotOf(phrase, word);
      if (prefixes[slot] !== 0) return values[slot]!;
      place(phrase, word, size);
      if (2 * size > mask) grow();
      return size++;
    },
  };
}

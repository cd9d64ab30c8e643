import { splitWords } from "./text-pair.ts";

/** Gives every word a small whole number, so that comparing words is comparing numbers. */
export interface WordInterner {
  /** How many different words there are so far; ids are below it. */
  readonly size: number;
  /** The ids of the words of a text, between white space as in Python's `split()`; valid until the next call but one. */
  split(text: string): Int32Array;
  /** The ids of what stands between single spaces, empty words included: never none. Valid until the next call but one. */
  splitAtSpaces(text: string): Int32Array;
  /**
   * Writes the ids of the words of a part of a text to where `into` has room, and answers how many; −1, with nothing written that counts, where
   * the part is not printable ASCII with single spaces inside, as almost every tokenised text is.
   */
  readPlain(part: TextPart, into: Int32Array, at: number): number;
  /** The word that has the id. */
  word(id: number): string;
}

/** What stands from `start` up to `end`. */
interface TextPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads words out of the text in place: no strings are made for words that are known. `split` and a Map were most of the time of ROUGE-L and a good
 * part of BLEU's (`npm run bench metrics`).
 */
export function wordInterner(): WordInterner {
  const words: string[] = [];
  let mask = (1 << 13) - 1;
  /** By twos: 1 + the id, 0 where the slot is free; and the hash. */
  let slots = new Int32Array(2 * (mask + 1));
  let [ids, others] = [new Int32Array(256), new Int32Array(256)];

  function idOf(text: string, start: number, end: number, hash: number): number {
    let slot = (mixed(hash) & mask) << 1;
    for (let id = slots[slot]! - 1; id >= 0; id = slots[slot]! - 1) {
      if (slots[slot + 1] === hash && isPart(words[id]!, text, start, end)) return id;
      slot = (slot + 2) & ((mask << 1) | 1);
    }
    const id = words.push(text.slice(start, end)) - 1;
    slots[slot] = id + 1;
    slots[slot + 1] = hash;
    if (2 * words.length > mask) grow();
    return id;
  }

  function grow(): void {
    const old = slots;
    mask = 2 * mask + 1;
    slots = new Int32Array(2 * (mask + 1));
    for (let at = 0; at < old.length; at += 2) {
      if (old[at] === 0) continue;
      let slot = (mixed(old[at + 1]!) & mask) << 1;
      while (slots[slot] !== 0) slot = (slot + 2) & ((mask << 1) | 1);
      slots[slot] = old[at]!;
      slots[slot + 1] = old[at + 1]!;
    }
  }

  function readPlain({ text, start: from, end }: TextPart, into: Int32Array, at: number): number {
    let count = 0;
    let start = from;
    let hash = 0;
    for (let place = from; place < end; place++) {
      const code = text.charCodeAt(place);
      if (code === 32) {
        if (place === start) return -1;
        into[at + count++] = idOf(text, start, place, hash);
        start = place + 1;
        hash = 0;
      } else if (code < 32 || code > 126) return -1;
      else hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (start === end) return -1;
    into[at + count++] = idOf(text, start, end, hash);
    return count;
  }

  function readParts(parts: readonly string[]): Int32Array {
    for (let i = 0; i < parts.length; i++) ids[i] = idOf(parts[i]!, 0, parts[i]!.length, hashOf(parts[i]!));
    return ids.subarray(0, parts.length);
  }

  function read(text: string, split: (text: string) => readonly string[]): Int32Array {
    [ids, others] = [others, ids];
    if (ids.length <= text.length) ids = new Int32Array(2 * text.length);
    const count = readPlain({ text, start: 0, end: text.length }, ids, 0);
    return count < 0 ? readParts(split(text)) : ids.subarray(0, count);
  }

  return {
    get size() {
      return words.length;
    },
    split: (text) => read(text, splitWords),
    splitAtSpaces: (text) => read(text, atSpaces),
    readPlain,
    word: (id) => words[id]!,
  };
}

function atSpaces(text: string): string[] {
  return text.split(" ");
}

function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
  return hash;
}

function mixed(hash: number): number {
  const spread = Math.imul(hash, 0x9e3779b1);
  return spread ^ (spread >>> 15);
}

function isPart(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}

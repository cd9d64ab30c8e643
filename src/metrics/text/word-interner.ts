import { splitWords } from "./text-pair.ts";

/** Gives every word a small whole number, so that comparing words is comparing numbers. */
export interface WordInterner {
  /** How many different words there are so far; ids are below it. */
  readonly size: number;
  /**
   * The ids of the words of a text, between white space as in Python's `split()`; valid until the
   * next call but one.
   */
  split(text: string): Int32Array;
  /**
   * The ids of what stands between single spaces, empty words included: never none. Valid until the
   * next call but one.
   */
  splitAtSpaces(text: string): Int32Array;
  /**
   * Writes the ids of the words of a part of a text to where `into` has room, and answers how many;
   * −1, with nothing written that counts, where the part is not printable ASCII with single spaces
   * inside, as almost every tokenised text is.
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
 * Reads words out of the text's letters as bytes: no strings are made for words that are known, and
 * a byte is read much faster than a letter of a string. `split` and a Map were most of the time of
 * ROUGE-L and a good part of BLEU's (`npm run bench metrics`).
 */
export function wordInterner(): WordInterner {
  const words: string[] = [];
  const encoder = new TextEncoder();
  /** The letters of the text that is read. */
  let letters = new Uint8Array(1 << 10);
  /**
   * The letters of all words that are printable ASCII, one after the other; those of word w from
   * `starts[w]` up to `starts[w + 1]`, none of others.
   */
  let spelling = new Uint8Array(1 << 16);
  let starts = new Uint32Array(1 << 12);
  let mask = (1 << 13) - 1;
  /** By twos: 1 + the id, 0 where the slot is free; and the hash. */
  let slots = new Int32Array(2 * (mask + 1));
  let [ids, others] = [new Int32Array(256), new Int32Array(256)];

  /** The id of the word whose letters stand from `start` up to `end`. */
  function idOf(start: number, end: number, hash: number): number {
    let slot = (mixed(hash) & mask) << 1;
    for (let id = slots[slot]! - 1; id >= 0; id = slots[slot]! - 1) {
      if (slots[slot + 1] === hash && isSpelt(id, start, end)) return id;
      slot = (slot + 2) & ((mask << 1) | 1);
    }
    const id = newWord(ascii(letters.subarray(start, end)), slot, hash);
    const at = starts[id]!;
    if (at + end - start > spelling.length)
      spelling = withRoom(spelling, new Uint8Array(2 * (at + end - start)));
    spelling.set(letters.subarray(start, end), at);
    starts[id + 1] = at + end - start;
    return id;
  }

  function isSpelt(id: number, start: number, end: number): boolean {
    const from = starts[id]!;
    if (starts[id + 1]! - from !== end - start) return false;
    for (let i = start; i < end; i++) if (spelling[from + i - start] !== letters[i]) return false;
    return true;
  }

  /** The same of words that are empty or not printable ASCII, which have no spelling. */
  function idOfUnusual(word: string): number {
    const hash = hashOf(word);
    let slot = (mixed(hash) & mask) << 1;
    for (let id = slots[slot]! - 1; id >= 0; id = slots[slot]! - 1) {
      if (slots[slot + 1] === hash && words[id] === word) return id;
      slot = (slot + 2) & ((mask << 1) | 1);
    }
    return newWord(word, slot, hash);
  }

  function newWord(word: string, slot: number, hash: number): number {
    const id = words.push(word) - 1;
    if (id + 1 === starts.length) starts = withRoom(starts, new Uint32Array(2 * starts.length));
    starts[id + 1] = starts[id]!;
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

  /** Writes the letters of a part of a text; false where one is no ASCII. */
  function spell({ text, start, end }: TextPart): boolean {
    const length = end - start;
    if (length > letters.length) letters = new Uint8Array(2 * length);
    const { read, written } = encoder.encodeInto(
      length === text.length ? text : text.slice(start, end),
      letters,
    );
    return read === length && written === length;
  }

  function readPlain(part: TextPart, into: Int32Array, at: number): number {
    if (!spell(part)) return -1;
    const length = part.end - part.start;
    let count = 0;
    let start = 0;
    let hash = 0;
    for (let place = 0; place < length; place++) {
      const code = letters[place]!;
      if (code === 32) {
        if (place === start) return -1;
        into[at + count++] = idOf(start, place, hash);
        start = place + 1;
        hash = 0;
      } else if (code < 32 || code > 126) return -1;
      else hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (start === length) return -1;
    into[at + count++] = idOf(start, length, hash);
    return count;
  }

  function readParts(parts: readonly string[]): Int32Array {
    for (let i = 0; i < parts.length; i++)
      if (readPlain(whole(parts[i]!), ids, i) < 0) ids[i] = idOfUnusual(parts[i]!);
    return ids.subarray(0, parts.length);
  }

  function read(text: string, split: (text: string) => readonly string[]): Int32Array {
    [ids, others] = [others, ids];
    if (ids.length <= text.length) ids = new Int32Array(2 * text.length);
    const count = readPlain(whole(text), ids, 0);
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

function whole(text: string): TextPart {
  return { text, start: 0, end: text.length };
}

function ascii(letters: Uint8Array): string {
  let word = "";
  for (const letter of letters) word += String.fromCharCode(letter);
  return word;
}

function withRoom<T extends Uint8Array | Uint32Array>(items: T, larger: T): T {
  larger.set(items);
  return larger;
}

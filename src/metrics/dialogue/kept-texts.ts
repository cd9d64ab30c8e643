import { type ByteReader, byteReader, byteWriter } from "../../math/number-bytes.ts";
import type { PackedTexts } from "../text/packed-texts.ts";
import { splitWords } from "../text/text-pair.ts";
import { type WordInterner, wordInterner } from "../text/word-interner.ts";

/** Texts as numbers of words: one or two bytes a word, where strings take one for each letter. */
export interface KeptTexts {
  readonly words: WordInterner;
  readonly count: number;
  /**
   * Of each text twice the number of its words, plus 1 where it is not printable ASCII with single
   * spaces inside; then the numbers of what stands between single spaces. None only where the text
   * is empty.
   */
  readonly bytes: Uint8Array;
}

type TextWriter = (texts: readonly string[]) => KeptTexts;

/**
 * Writes lists of texts whose words are numbered together; the bytes of one are valid until the
 * next.
 */
export function textWriter(words: WordInterner = wordInterner()): TextWriter {
  const writer = byteWriter();
  let ids = new Int32Array(256);

  function write(text: string): void {
    if (text.length > ids.length) ids = new Int32Array(2 * text.length);
    const count = text === "" ? 0 : words.readPlain({ text, start: 0, end: text.length }, ids, 0);
    const parts = count < 0 ? words.splitAtSpaces(text) : ids.subarray(0, count);
    writer.writeNumber(2 * parts.length + (count < 0 ? 1 : 0));
    for (let i = 0; i < parts.length; i++) writer.writeNumber(parts[i]!);
  }

  return (texts) => {
    for (const text of texts) write(text);
    return { words, count: texts.length, bytes: writer.end() };
  };
}

/** The texts as they were. */
export function writtenTexts({ words, count, bytes }: KeptTexts): readonly string[] {
  const read = byteReader(bytes);
  return Array.from({ length: count }, () => writtenText(read.number() >> 1, read, words));
}

function writtenText(length: number, read: ByteReader, words: WordInterner): string {
  return Array.from({ length }, () => words.word(read.number())).join(" ");
}

/** Whether each text has no words, in their order. */
export function* areEmpty({ count, bytes }: KeptTexts): Generator<boolean> {
  const read = byteReader(bytes);
  for (let text = 0; text < count; text++) {
    const length = read.number() >> 1;
    yield length === 0;
    for (let i = 0; i < length; i++) read.number();
  }
}

/**
 * Opens kept texts one list after the other, each in the memory of the one before: all lists at
 * once would take several times the memory. Their words are numbered together, as the first list's
 * are.
 */
export function textOpener(): (texts: KeptTexts) => PackedTexts {
  let shared: WordInterner | undefined;
  let writeForeign: TextWriter | undefined;
  let [tokens, starts] = [new Int32Array(1024), new Uint32Array(64)];
  let used = 0;

  function own(texts: KeptTexts): KeptTexts {
    shared ??= texts.words;
    if (texts.words === shared) return texts;
    writeForeign ??= textWriter(shared);
    return writeForeign(writtenTexts(texts));
  }

  function reserve(length: number): void {
    if (used + length <= tokens.length) return;
    const larger = new Int32Array(2 * (used + length));
    larger.set(tokens);
    tokens = larger;
  }

  /** Words stand between white space as in Python's `split()`, not between single spaces. */
  function openUnusual(text: string): void {
    const parts = splitWords(text);
    reserve(parts.length);
    for (const part of parts) tokens[used++] = shared!.splitAtSpaces(part)[0]!;
  }

  /**
   * Reads the numbers of `length` words from `at` on and answers where they end. All texts come
   * through here several times, so no reader is called.
   */
  function openWords(bytes: Uint8Array, at: number, length: number): number {
    reserve(length);
    let place = at;
    for (const end = used + length; used < end; used++) {
      let number = bytes[place++]!;
      if (number > 127) {
        number &= 127;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[place++]!;
          number |= (byte & 127) << shift;
          if (byte < 128) break;
        }
      }
      tokens[used] = number;
    }
    return place;
  }

  return (texts) => {
    const { words, count, bytes } = own(texts);
    const read = byteReader(bytes);
    const unusual = new Map<number, string>();
    if (count >= starts.length) starts = new Uint32Array(2 * count);
    used = 0;
    for (let text = 0; text < count; text++) {
      starts[text] = used;
      const head = read.number();
      const length = head >> 1;
      if ((head & 1) === 0) read.at = openWords(bytes, read.at, length);
      else {
        unusual.set(text, writtenText(length, read, words));
        openUnusual(unusual.get(text)!);
      }
    }
    starts[count] = used;
    return { words, tokens, starts: starts.subarray(0, count + 1), unusual };
  };
}

import type { Scratch } from "../../core/data/scratch.ts";
import type { CiderTexts } from "./cider-texts.ts";
import type { PackedTexts } from "./packed-texts.ts";

/**
 * The same parts with what is compared and counted of them, laid aside as plain numbers: they are
 * gone through so often that opening them anew each time would be most of the work (`npm run bench
 * dialogue`). Each is read into the memory of the one before.
 */
export function scratchTexts(parts: Iterable<CiderTexts>, scratch: Scratch): Iterable<CiderTexts> {
  const places: number[] = [];
  let words: PackedTexts["words"] | undefined;
  const write = partWriter();
  for (const part of parts) {
    words = part.references.words;
    places.push(scratch.keep(write(part)));
  }
  const read = partReader();
  return {
    *[Symbol.iterator]() {
      for (const place of places) yield read(scratch.read(place), words!);
    },
  };
}

/** Texts under new numbers, in the order in which they were first named. */
interface NamedTexts {
  numberOf(text: number): number;
  readonly texts: readonly number[];
}

function namedTexts(): NamedTexts {
  const numbers = new Map<number, number>();
  const texts: number[] = [];
  return {
    texts,
    numberOf(text) {
      let number = numbers.get(text);
      if (number === undefined) {
        number = texts.push(text) - 1;
        numbers.set(text, number);
      }
      return number;
    },
  };
}

/**
 * Writes how many texts, pairs and documents there are, then their numbers, then the lengths and
 * the words of both lists of texts: in two bytes each where that is enough, else in four; the first
 * byte says which. All in the same memory, since there are many parts.
 */
function partWriter(): (part: CiderTexts) => Uint8Array {
  let numbers = new Uint32Array(1 << 10);
  let bytes = new Uint8Array(1 << 10);
  let [count, highest] = [0, 0];

  function push(number: number): void {
    if (count === numbers.length) {
      const larger = new Uint32Array(2 * count);
      larger.set(numbers);
      numbers = larger;
    }
    numbers[count++] = number;
    if (number > highest) highest = number;
  }

  function pushTexts({ tokens, starts }: PackedTexts, texts: readonly number[]): void {
    let start = 0;
    push(start);
    for (const text of texts) {
      start += starts[text + 1]! - starts[text]!;
      push(start);
    }
    for (const text of texts)
      for (let at = starts[text]!; at < starts[text + 1]!; at++) push(tokens[at]!);
  }

  function written(): Uint8Array {
    const width = highest < 2 ** 16 ? 2 : 4;
    if (width * count + 1 > bytes.length) bytes = new Uint8Array(2 * width * count + 1);
    bytes[0] = width;
    for (let i = 0, at = 1; i < count; i++)
      for (let shift = 0; shift < 8 * width; shift += 8) bytes[at++] = numbers[i]! >>> shift;
    return bytes.subarray(0, width * count + 1);
  }

  return ({ candidates, references, pairs, documents }) => {
    const [own, others] = [namedTexts(), namedTexts()];
    [count, highest] = [5, 0];
    for (const text of pairs.references) push(own.numberOf(text));
    for (const text of pairs.candidates) push(others.numberOf(text));
    for (const text of documents.texts) push(own.numberOf(text));
    for (const owner of documents.owners) push(owner);
    numbers.set([
      own.texts.length,
      others.texts.length,
      pairs.references.length,
      documents.texts.length,
      documents.count,
    ]);
    highest = Math.max(
      highest,
      own.texts.length,
      others.texts.length,
      pairs.references.length,
      documents.texts.length,
      documents.count,
    );
    pushTexts(references, own.texts);
    pushTexts(candidates, others.texts);
    return written();
  };
}

function partReader(): (bytes: Uint8Array, words: PackedTexts["words"]) => CiderTexts {
  let buffer = new ArrayBuffer(1 << 12);
  let numbers = new Uint32Array(1 << 10);

  function decode(bytes: Uint8Array): void {
    const length = bytes.length - 1;
    if (length > buffer.byteLength) buffer = new ArrayBuffer(2 * length + 4);
    new Uint8Array(buffer).set(bytes.subarray(1));
    const count = length / bytes[0]!;
    if (count > numbers.length) numbers = new Uint32Array(2 * count);
    numbers.set(
      bytes[0] === 2 ? new Uint16Array(buffer, 0, count) : new Uint32Array(buffer, 0, count),
    );
  }

  return (bytes, words) => {
    decode(bytes);
    const [textCount, otherCount, pairCount, listedCount, count] = numbers as unknown as [
      number,
      number,
      number,
      number,
      number,
    ];
    let at = 5;
    const list = (length: number) => {
      at += length;
      return numbers.subarray(at - length, at);
    };
    const pairs = { references: list(pairCount), candidates: list(pairCount) };
    const documents = { texts: list(listedCount), owners: list(listedCount), count };
    const texts = (length: number): PackedTexts => {
      const starts = list(length + 1);
      const own = list(starts[length]!);
      return {
        words,
        tokens: new Int32Array(own.buffer, own.byteOffset, own.length),
        starts,
        unusual: none,
      };
    };
    return { references: texts(textCount), candidates: texts(otherCount), pairs, documents };
  };
}

const none: ReadonlyMap<number, string> = new Map();

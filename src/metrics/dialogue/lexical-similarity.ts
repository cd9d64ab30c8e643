import { type WordInterner, wordInterner } from "../text/word-interner.ts";
import type { Similarity, Utterance } from "./match-utterances.ts";

/**
 * Cosine of the raw counts of the words of two texts: tokens `[a-z0-9']+` of the lower-cased text.
 * Where a text has none, 1 for the very same text and else 0. What was counted of the last two
 * lists is remembered: a stream is compared more than once.
 */
export function lexicalSimilarity(): (
  generated: readonly Utterance[],
  references: readonly Utterance[],
) => Similarity {
  const words = wordInterner();
  const [bagsSaid, bagsWanted] = [lastBags(words), lastBags(words)];
  return (generated, references) => {
    const [said, wanted] = [bagsSaid(generated), bagsWanted(references)];
    const compare = bagComparer(words);
    return (one, other) => {
      const first = said(one);
      const second = wanted(other);
      if (first.norm === 0 || second.norm === 0)
        return generated[one]!.text === references[other]!.text ? 1 : 0;
      return compare(first, second);
    };
  };
}

/** The different words of a text, and how often each is there. */
interface Bag {
  readonly size: number;
  /**
   * As many words, then as many counts: one array, since a million bags are made (`npm run bench
   * dialogue`).
   */
  readonly content: Int32Array;
  readonly norm: number;
}

/** Counted when they are first asked for. */
function lastBags(
  words: WordInterner,
): (utterances: readonly Utterance[]) => (place: number) => Bag {
  let last: readonly Utterance[] | undefined;
  let bags: (Bag | undefined)[] = [];
  const count = bagCounter(words);
  return (utterances) => {
    if (utterances !== last) bags = utterances.map(() => undefined);
    last = utterances;
    const own = bags;
    return (place) => {
      own[place] ??= count(utterances[place]!.text.toLowerCase());
      return own[place];
    };
  };
}

function bagCounter(interner: WordInterner): (text: string) => Bag {
  /** By word: 1 + its place in the bag; 0 between calls. */
  let places = new Int32Array(1024);
  let [words, counts] = [new Int32Array(64), new Int32Array(64)];
  return (text) => {
    const list = interner.split(onlyWords(text));
    if (interner.size > places.length) places = new Int32Array(2 * interner.size);
    if (list.length > words.length)
      [words, counts] = [new Int32Array(2 * list.length), new Int32Array(2 * list.length)];
    let size = 0;
    for (let i = 0; i < list.length; i++) {
      const word = list[i]!;
      if (places[word] === 0) {
        words[size] = word;
        counts[size++] = 0;
        places[word] = size;
      }
      counts[places[word]! - 1]!++;
    }
    const content = new Int32Array(2 * size);
    let squares = 0;
    for (let i = 0; i < size; i++) {
      content[i] = words[i]!;
      content[size + i] = counts[i]!;
      squares += counts[i]! ** 2;
      places[words[i]!] = 0;
    }
    return { size, content, norm: Math.sqrt(squares) };
  };
}

/**
 * Lays one bag out by word and looks up the words of the others: the first of many pairs is often
 * the same.
 */
function bagComparer(words: WordInterner): (first: Bag, second: Bag) => number {
  let laid: Bag | undefined;
  let counts = new Int32Array(words.size);

  function lay(bag: Bag): void {
    if (laid) for (let i = 0; i < laid.size; i++) counts[laid.content[i]!] = 0;
    if (words.size > counts.length) counts = new Int32Array(2 * words.size);
    for (let i = 0; i < bag.size; i++) counts[bag.content[i]!] = bag.content[bag.size + i]!;
    laid = bag;
  }

  return (first, second) => {
    if (first !== laid || words.size > counts.length) lay(first);
    let product = 0;
    const { size, content } = second;
    for (let i = 0; i < size; i++) product += counts[content[i]!]! * content[size + i]!;
    return Math.fround(product / (first.norm * second.norm));
  };
}

/**
 * Leaves spaces between words; most utterances have those already, and at most a mark at the end,
 * for which no pattern is needed.
 */
function onlyWords(text: string): string {
  let end = text.length;
  while (end > 0 && !isWordCharacter(text.charCodeAt(end - 1))) end--;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && !isWordCharacter(code)) return text.replace(/[^a-z0-9']+/g, " ").trim();
  }
  return text.slice(0, end);
}

function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 39;
}

import { type WordInterner, wordInterner } from "../text/word-interner.ts";
import type { Similarity, Utterance } from "./match-utterances.ts";

/** Cosine of the raw counts of the words of two texts: tokens `[a-z0-9']+` of the lower-cased text. 0 where a text has none. */
export function lexicalSimilarity(): (generated: readonly Utterance[], references: readonly Utterance[]) => Similarity {
  const words = wordInterner();
  return (generated, references) => {
    const [said, wanted] = [bagsOf(generated, words), bagsOf(references, words)];
    return (one, other) => cosine(said(one), wanted(other));
  };
}

/** The different words of a text, by rising number, and how often each is there. */
interface Bag {
  readonly words: Int32Array;
  readonly counts: Int32Array;
  readonly norm: number;
}

/** Counted when they are first asked for. */
function bagsOf(utterances: readonly Utterance[], words: WordInterner): (place: number) => Bag {
  const bags: (Bag | undefined)[] = utterances.map(() => undefined);
  return (place) => {
    bags[place] ??= countWords(utterances[place]!.text.toLowerCase(), words);
    return bags[place];
  };
}

function countWords(text: string, interner: WordInterner): Bag {
  const words = interner.split(onlyWords(text)).slice().sort();
  const { length } = words;
  const counts = new Int32Array(length);
  let size = 0;
  let squares = 0;
  for (let i = 0; i < length; size++) {
    const first = i;
    while (i < length && words[i] === words[first]) i++;
    words[size] = words[first]!;
    counts[size] = i - first;
    squares += (i - first) ** 2;
  }
  return { words: words.subarray(0, size), counts, norm: Math.sqrt(squares) };
}

/** Leaves spaces between words; most utterances have those already, and at most a mark at the end, for which no pattern is needed. */
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

function cosine(first: Bag, second: Bag): number {
  if (first.norm === 0 || second.norm === 0) return 0;
  let product = 0;
  for (let i = 0, j = 0; i < first.words.length && j < second.words.length; ) {
    const difference = first.words[i]! - second.words[j]!;
    if (difference === 0) product += first.counts[i++]! * second.counts[j++]!;
    else if (difference < 0) i++;
    else j++;
  }
  return Math.fround(product / (first.norm * second.norm));
}

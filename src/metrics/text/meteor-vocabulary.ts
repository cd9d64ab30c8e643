import { englishStem } from "./english-stem.ts";
import { type MeteorNormalization, meteorNormalize, meteorWords } from "./meteor-normalize.ts";
import {
  builtInFunctionWords,
  builtInPrefixes,
  type MeteorResources,
  type MeteorSynonyms,
} from "./meteor-resources.ts";
import type { PackedTexts } from "./packed-texts.ts";
import { type WordInterner, wordInterner } from "./word-interner.ts";

/** What the matchers need to know of every different word, in columns: one word is one index. */
export interface MeteorWords {
  /**
   * Equal where Java's hashes of the words are: METEOR compares these, so two words of equal hash
   * are the same to it. Numbered from 0.
   */
  key: Int32Array;
  /** The same of the stems. */
  stem: Int32Array;
  isFunctionWord: Uint8Array;
  /**
   * One bit for each synset, by its remainder: words without a common bit have no common synset.
   */
  synsetBits: Int32Array;
  /** Numbers in the table of paraphrases; −1 for words that it lacks. */
  phraseWord: Int32Array;
  /** Synsets of the word and of what it is a form of, ascending. */
  readonly synsets: Int32Array[];
}

/**
 * A text as words of the vocabulary: the first `length` of `words`. Filled again for every text.
 */
export interface MeteorText {
  words: Int32Array;
  length: number;
}

export interface MeteorVocabulary {
  readonly words: MeteorWords;
  /** How many different keys, and stems, there are so far. */
  readonly keyCount: number;
  readonly stemCount: number;
  /** Reads a text, normalised as asked for. */
  read(text: string, into: MeteorText): void;
  /** The same of a text that is packed with the words of this vocabulary. */
  readPacked(texts: PackedTexts, number: number, into: MeteorText): void;
}

export function emptyMeteorText(): MeteorText {
  return { words: new Int32Array(64), length: 0 };
}

export interface MeteorVocabularyOptions {
  /** What stands between spaces. */
  readonly tokens?: WordInterner;
  /** Default: `norm`. */
  readonly normalize?: MeteorNormalization;
}

/** Turns texts into numbers of words. Remembers every word it has seen. */
export function meteorVocabulary(
  resources: MeteorResources,
  { tokens = wordInterner(), normalize = "norm" }: MeteorVocabularyOptions = {},
): MeteorVocabulary {
  const {
    functionWords = builtInFunctionWords,
    prefixes = builtInPrefixes,
    synonyms,
    paraphrases,
  } = resources;
  const numbers = new Map<string, number>();
  const [keys, stems] = [new Map<number, number>(), new Map<number, number>()];
  const words = emptyWords();
  /**
   * By token: 0 where it was not met yet; 1 + the word that a plain token is; −1 − the place in
   * `others`.
   */
  let codes = new Int32Array(1024);
  const others: Token[] = [];
  let buffer = new Int32Array(256);

  function wordOf(text: string): number {
    let number = numbers.get(text);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(text, number);
      if (number === words.key.length) enlargeWords(words);
      const synsets = synonyms ? synsetsOf(text, synonyms) : noSynsets;
      words.key[number] = classOf(keys, javaHash(text));
      words.stem[number] = classOf(stems, javaHash(englishStem(text)));
      // METEOR looks these up in lower case also where it leaves the texts as they are.
      words.isFunctionWord[number] = functionWords.words.has(text.toLowerCase()) ? 1 : 0;
      words.synsetBits[number] = synsets.reduce((bits, synset) => bits | (1 << (synset & 31)), 0);
      words.phraseWord[number] = paraphrases ? paraphrases.wordId(text) : -1;
      words.synsets.push(synsets);
    }
    return number;
  }

  function normalized(text: string): readonly number[] {
    if (normalize !== "norm")
      return meteorWords(normalize === "lower" ? text.toLowerCase() : text).map(wordOf);
    return meteorWords(meteorNormalize(text, prefixes.kinds)).map(wordOf);
  }

  function codeOf(id: number): number {
    const text = tokens.word(id);
    const isLocal = /^[\x21-\x2d\x2f-\x7e]*$/.test(text);
    const isPlain = /^[A-Za-z0-9]+$/.test(text);
    const own = isLocal ? normalized(text) : null;
    if (isPlain && own?.length === 1) return own[0]! + 1;
    return -others.push({ words: own, isPlain });
  }

  /**
   * Reads tokens one by one, which is much faster than the line: each rule of `meteorNormalize`
   * looks at one character before and after, so a token between plain ones is what it is alone.
   * Answers whether that could be done.
   */
  function readTokens(list: Int32Array, start: number, end: number, into: MeteorText): boolean {
    if (tokens.size > codes.length) codes = enlarged(codes, 2 * tokens.size);
    into.length = 0;
    reserve(into, end - start);
    let wasPlain = true;
    for (let at = start; at < end; at++) {
      const id = list[at]!;
      if (codes[id] === 0) codes[id] = codeOf(id);
      const code = codes[id]!;
      if (code > 0) {
        into.words[into.length++] = code - 1;
        wasPlain = true;
        continue;
      }
      const token = others[-1 - code]!;
      if (token.words === null || (!token.isPlain && !wasPlain)) return false;
      append(token.words, end - at, into);
      wasPlain = token.isPlain;
    }
    return true;
  }

  function readWhole(text: string, into: MeteorText): void {
    into.length = 0;
    append(normalized(text), 0, into);
  }

  return {
    words,
    get keyCount() {
      return keys.size;
    },
    get stemCount() {
      return stems.size;
    },
    read(text, into) {
      if (text.length > buffer.length) buffer = new Int32Array(2 * text.length);
      const count = tokens.readPlain({ text, start: 0, end: text.length }, buffer, 0);
      if (count < 0 || !readTokens(buffer, 0, count, into)) readWhole(text, into);
    },
    readPacked({ tokens: list, starts, unusual }, number, into) {
      const [start, end] = [starts[number]!, starts[number + 1]!];
      const written = unusual.get(number);
      if (written === undefined && readTokens(list, start, end, into)) return;
      readWhole(written ?? Array.from(list.subarray(start, end), tokens.word).join(" "), into);
    },
  };
}

/** What stands between spaces. */
interface Token {
  /**
   * Its words when it stands alone; `null` where they could depend on what follows: with a full
   * stop, or outside ASCII.
   */
  readonly words: readonly number[] | null;
  /** Letters and digits only. */
  readonly isPlain: boolean;
}

function append(words: readonly number[], more: number, into: MeteorText): void {
  reserve(into, words.length + more);
  for (const word of words) into.words[into.length++] = word;
}

function reserve(text: MeteorText, more: number): void {
  if (text.length + more > text.words.length)
    text.words = enlarged(text.words, 2 * (text.length + more));
}

function classOf(known: Map<number, number>, hash: number): number {
  let number = known.get(hash);
  if (number === undefined) {
    number = known.size;
    known.set(hash, number);
  }
  return number;
}

function emptyWords(): MeteorWords {
  const column = () => new Int32Array(1024);
  return {
    key: column(),
    stem: column(),
    isFunctionWord: new Uint8Array(1024),
    synsetBits: column(),
    phraseWord: column(),
    synsets: [],
  };
}

function enlargeWords(words: MeteorWords): void {
  const length = 2 * words.key.length;
  for (const column of ["key", "stem", "synsetBits", "phraseWord"] as const)
    words[column] = enlarged(words[column], length);
  const flags = new Uint8Array(length);
  flags.set(words.isFunctionWord);
  words.isFunctionWord = flags;
}

function enlarged(items: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(items);
  return larger;
}

const noSynsets = new Int32Array(0);

function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

function synsetsOf(word: string, { synsets, bases }: MeteorSynonyms): Int32Array {
  const forms = [word, ...(bases.get(word) ?? [regularBase(word, synsets)])];
  return Int32Array.from(new Set(forms.flatMap((form) => synsets.get(form) ?? []))).sort();
}

/**
 * The first known word that the endings of regular forms lead to, as WordNet's morphology has them
 * for nouns, verbs and adjectives.
 */
function regularBase(word: string, synsets: MeteorSynonyms["synsets"]): string {
  if (word.length <= 2 || word.endsWith("ss")) return word;
  for (const [ending, base] of regularEndings) {
    if (!word.endsWith(ending)) continue;
    const form = word.slice(0, word.length - ending.length) + base;
    if (synsets.has(form)) return form;
  }
  return "";
}

const regularEndings: readonly (readonly [string, string])[] = [
  ...([
    ["s", ""],
    ["ses", "s"],
    ["xes", "x"],
    ["zes", "z"],
    ["ches", "ch"],
    ["shes", "sh"],
    ["men", "man"],
    ["ies", "y"],
  ] as const),
  ...([
    ["s", ""],
    ["ies", "y"],
    ["es", "e"],
    ["es", ""],
    ["ed", "e"],
    ["ed", ""],
    ["ing", "e"],
    ["ing", ""],
  ] as const),
  ...([
    ["er", ""],
    ["est", ""],
    ["er", "e"],
    ["est", "e"],
  ] as const),
];

import { englishStem } from "./english-stem.ts";
import { meteorNormalize, meteorWords } from "./meteor-normalize.ts";
import { builtInFunctionWords, builtInPrefixes, type MeteorResources, type MeteorSynonyms } from "./meteor-resources.ts";

/** What the matchers need to know of a word, found once for every different word. */
export interface MeteorWord {
  /** Java's hash of the word: METEOR compares these, so two words of equal hash are the same to it. */
  readonly key: number;
  /** Java's hash of the stem. */
  readonly stem: number;
  readonly isFunctionWord: boolean;
  /** Synsets of the word and of what it is a form of, ascending. */
  readonly synsets: Int32Array;
  /** One bit for each synset, by its remainder: words without a common bit have no common synset. */
  readonly synsetBits: number;
  /** Its number in the table of paraphrases; −1 if it has none. */
  readonly phraseWord: number;
}

/** Turns texts into words, normalised as `meteorNormalize` does. Remembers every word it has seen. */
export function meteorVocabulary({ functionWords = builtInFunctionWords, prefixes = builtInPrefixes, ...tables }: MeteorResources) {
  const words = new Map<string, MeteorWord>();
  const tokens = new Map<string, Token>();

  function wordOf(text: string): MeteorWord {
    let word = words.get(text);
    if (word === undefined) {
      const synsets = tables.synonyms ? synsetsOf(text, tables.synonyms) : noSynsets;
      word = {
        key: javaHash(text),
        stem: javaHash(englishStem(text)),
        isFunctionWord: functionWords.words.has(text),
        synsets,
        synsetBits: synsets.reduce((bits, synset) => bits | (1 << (synset & 31)), 0),
        phraseWord: tables.paraphrases ? tables.paraphrases.wordId(text) : -1,
      };
      words.set(text, word);
    }
    return word;
  }

  function tokenOf(text: string): Token {
    let token = tokens.get(text);
    if (token === undefined) {
      const isLocal = /^[\x21-\x2d\x2f-\x7e]*$/.test(text);
      const isPlain = /^[A-Za-z0-9]+$/.test(text);
      token = { words: isLocal ? meteorWords(meteorNormalize(text, prefixes.kinds)).map(wordOf) : null, isPlain };
      tokens.set(text, token);
    }
    return token;
  }

  return (text: string): readonly MeteorWord[] => {
    const parts = text.split(" ").map(tokenOf);
    if (isTokenwise(parts)) return parts.length === 1 ? parts[0]!.words! : parts.flatMap((part) => part.words!);
    return meteorWords(meteorNormalize(text, prefixes.kinds)).map(wordOf);
  };
}

/** What stands between spaces. */
interface Token {
  /** Its words when it stands alone; `null` where they could depend on what follows: with a full stop, or outside ASCII. */
  readonly words: readonly MeteorWord[] | null;
  /** Letters and digits only. */
  readonly isPlain: boolean;
}

/**
 * Whether tokens can be normalised one by one, which is much faster than the line: each rule of `meteorNormalize` looks at one character
 * before and after, so a token between plain ones is what it is alone.
 */
function isTokenwise(tokens: readonly Token[]): boolean {
  let wasPlain = true;
  for (const { words, isPlain } of tokens) {
    if (words === null || (!isPlain && !wasPlain)) return false;
    wasPlain = isPlain;
  }
  return true;
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

/** The first known word that the endings of regular forms lead to, as WordNet's morphology has them for nouns, verbs and adjectives. */
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

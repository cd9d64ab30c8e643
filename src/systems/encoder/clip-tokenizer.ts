import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { UserError } from "../../core/user-error.ts";
import { cleanText } from "./clean-text.ts";
import { readJsonFile } from "./read-json-file.ts";
import type { TextTokenizer } from "./text-tokenizer.ts";

/** Files of CLIP's byte-pair encoding, with their names in messages. */
export interface ClipFiles {
  readonly merges: { readonly path: string; readonly shown: string };
  /** Ids of tokens; made from the merges where absent, as OpenAI's and OpenCLIP's code does. */
  readonly vocab?: { readonly path: string; readonly shown: string } | undefined;
}

/** CLIP's merges are followed by nothing that counts: the original reads so many lines. */
const mostMerges = 49_152 - 256 - 2;
const starts = ["<start_of_text>", "<|startoftext|>"];
const ends = ["<end_of_text>", "<|endoftext|>"];
const pattern =
  /<start_of_text>|<end_of_text>|<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+/giu;

/** Byte-pair encoding as CLIP's: lower case, bytes as letters, words that end in `</w>`. */
export async function clipTokenizer({ merges, vocab }: ClipFiles): Promise<TextTokenizer> {
  const pairs = await readMerges(merges.path, merges.shown);
  const ids = vocab
    ? await readVocabulary(vocab.path, vocab.shown)
    : vocabularyOf(pairs, [starts[0]!, ends[0]!]);
  const ranks = new Map(pairs.map((pair, rank) => [pair, rank]));
  const start = starts.map((token) => ids.get(token)).find((id) => id !== undefined);
  const end = ends.map((token) => ids.get(token)).find((id) => id !== undefined);
  if (start === undefined || end === undefined)
    throw new UserError(
      `${vocab?.shown}: has no ${starts.join(" or ")}, or no ${ends.join(" or ")}`,
    );
  const known = new Map<string, readonly number[]>();
  const wordIds = (word: string): readonly number[] => {
    const found = known.get(word);
    if (found) return found;
    const special = starts.includes(word) || ends.includes(word) ? ids.get(word) : undefined;
    const parts = special === undefined ? merged(lettersOf(word), ranks) : [];
    const made = special === undefined ? parts.map((part) => ids.get(part) ?? end) : [special];
    if (known.size < mostKnown) known.set(word, made);
    return made;
  };
  return {
    padding: 0,
    ids(text, length) {
      const words = cleanText(text).toLowerCase().match(pattern) ?? [];
      const all = [start, ...words.flatMap(wordIds), end];
      return all.length <= length ? all : [...all.slice(0, length - 1), end];
    },
  };
}

const mostKnown = 100_000;

async function readMerges(path: string, shown: string): Promise<readonly string[]> {
  const bytes = await readFile(path);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const lines = (isPacked ? gunzipSync(bytes) : bytes).toString("utf8").split("\n");
  const pairs = lines
    .slice(1, 1 + mostMerges)
    .map((line) => line.trim())
    .filter(Boolean);
  const wrong = pairs.findIndex((pair) => pair.split(" ").length !== 2);
  if (wrong >= 0)
    throw new UserError(
      `${shown}: is no list of merges: "${pairs[wrong]}" is not two parts with a space between`,
    );
  return pairs;
}

async function readVocabulary(path: string, shown: string): Promise<ReadonlyMap<string, number>> {
  const value = await readJsonFile(path, shown);
  const wrong = Object.entries(value).find(([, id]) => !Number.isInteger(id));
  if (wrong) throw new UserError(`${shown}: "${wrong[0]}" has no whole number as its id`);
  return new Map(Object.entries(value) as [string, number][]);
}

/** Bytes, bytes that end a word, merged pairs, special tokens: in this order. */
function vocabularyOf(
  pairs: readonly string[],
  special: readonly string[],
): ReadonlyMap<string, number> {
  const letters = byteOrder.map((byte) => byteLetters[byte]!);
  const tokens = [
    ...letters,
    ...letters.map((letter) => `${letter}</w>`),
    ...pairs.map((pair) => pair.replace(" ", "")),
    ...special,
  ];
  return new Map(tokens.map((token, id) => [token, id]));
}

/** Bytes that print stand for themselves; the others are shown as the letters from U+0100 on. */
const printing = [
  [0x21, 0x7e],
  [0xa1, 0xac],
  [0xae, 0xff],
].flatMap(([from, to]) => Array.from({ length: to! - from! + 1 }, (_, i) => from! + i));
const others = Array.from({ length: 256 }, (_, byte) => byte).filter(
  (byte) => !printing.includes(byte),
);
const byteOrder = [...printing, ...others];
const byteLetters = Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode(printing.includes(byte) ? byte : 0x100 + others.indexOf(byte)),
);

function lettersOf(word: string): string[] {
  const letters = Array.from(Buffer.from(word, "utf8"), (byte) => byteLetters[byte]!);
  letters[letters.length - 1] += "</w>";
  return letters;
}

/** Joins the pair that was learnt first, wherever it occurs, until no known pair is left. */
function merged(parts: string[], ranks: ReadonlyMap<string, number>): readonly string[] {
  while (parts.length > 1) {
    const best = bestPair(parts, ranks);
    if (best === undefined) break;
    const joined: string[] = [];
    for (let i = 0; i < parts.length; i++) {
      if (i + 1 < parts.length && `${parts[i]} ${parts[i + 1]}` === best)
        joined.push(`${parts[i]}${parts[++i]}`);
      else joined.push(parts[i]!);
    }
    parts = joined;
  }
  return parts;
}

function bestPair(
  parts: readonly string[],
  ranks: ReadonlyMap<string, number>,
): string | undefined {
  let best: string | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < parts.length; i++) {
    const pair = `${parts[i]} ${parts[i + 1]}`;
    const rank = ranks.get(pair);
    if (rank !== undefined && rank < bestRank) [best, bestRank] = [pair, rank];
  }
  return best;
}

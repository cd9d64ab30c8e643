import type { PackedTexts } from "../text/packed-texts.ts";
import type { SimilarPairs } from "./similar-pairs.ts";

/** The pairs of each of two streams that the other one does not hold. */
export interface DifferentPairs {
  readonly onlyFirst: SimilarPairs;
  readonly onlySecond: SimilarPairs;
}

/**
 * What two matchings of the same utterances differ in, by the words of their pairs; a pair that one
 * holds more often than the other is among its own as many times more. `undefined` where words are
 * not numbered alike.
 */
export function differentPairs(
  first: SimilarPairs,
  second: SimilarPairs,
): DifferentPairs | undefined {
  if (first.texts.words !== second.texts.words) return undefined;
  const { take, left } = pairTable(first);
  const extra: number[] = [];
  for (let pair = 0; pair < second.pairs.candidates.length; pair++)
    if (!take(second, pair)) extra.push(pair);
  return { onlyFirst: chosen(first, left()), onlySecond: chosen(second, extra) };
}

/** The pairs of a stream by a hash of their words, each of which can be taken once. */
function pairTable(stream: SimilarPairs) {
  const { length } = stream.pairs.candidates;
  /** By hash: 1 + the last pair; `before`: 1 + the one before it, 0 at the end. */
  const heads = new Map<number, number>();
  const before = new Int32Array(length);
  const isTaken = new Uint8Array(length);
  for (let pair = length - 1; pair >= 0; pair--) {
    const hash = pairHash(stream, pair);
    before[pair] = heads.get(hash) ?? 0;
    heads.set(hash, pair + 1);
  }
  return {
    /** Whether there was one of the same words as that pair of another stream. */
    take(other: SimilarPairs, pair: number): boolean {
      for (let own = heads.get(pairHash(other, pair)) ?? 0; own > 0; own = before[own - 1]!) {
        if (isTaken[own - 1] === 1 || !isSame([stream, own - 1], [other, pair])) continue;
        isTaken[own - 1] = 1;
        return true;
      }
      return false;
    },
    left(): readonly number[] {
      const rest: number[] = [];
      for (let pair = 0; pair < length; pair++) if (isTaken[pair] === 0) rest.push(pair);
      return rest;
    },
  };
}

function chosen(stream: SimilarPairs, places: readonly number[]): SimilarPairs {
  const { candidates, references } = stream.pairs;
  const of = (texts: Uint32Array) => Uint32Array.from(places, (pair) => texts[pair]!);
  return { ...stream, pairs: { candidates: of(candidates), references: of(references) } };
}

function pairHash({ texts, pairs }: SimilarPairs, pair: number): number {
  return tokensHash(texts, pairs.candidates[pair]!, tokensHash(texts, pairs.references[pair]!, 0));
}

function tokensHash({ tokens, starts }: PackedTexts, text: number, seed: number): number {
  let hash = seed ^ 0x9e3779b1;
  for (let at = starts[text]!; at < starts[text + 1]!; at++) {
    hash = Math.imul(hash ^ tokens[at]!, 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}

type PairOf = readonly [stream: SimilarPairs, pair: number];

function isSame([one, pair]: PairOf, [other, otherPair]: PairOf): boolean {
  return (
    isSameText(one.texts, one.pairs.references[pair]!, {
      texts: other.texts,
      text: other.pairs.references[otherPair]!,
    }) &&
    isSameText(one.texts, one.pairs.candidates[pair]!, {
      texts: other.texts,
      text: other.pairs.candidates[otherPair]!,
    })
  );
}

function isSameText(
  texts: PackedTexts,
  text: number,
  other: { readonly texts: PackedTexts; readonly text: number },
): boolean {
  const [start, otherStart] = [texts.starts[text]!, other.texts.starts[other.text]!];
  const length = texts.starts[text + 1]! - start;
  if (other.texts.starts[other.text + 1]! - otherStart !== length) return false;
  for (let at = 0; at < length; at++)
    if (texts.tokens[start + at] !== other.texts.tokens[otherStart + at]) return false;
  // What reads a text as it is written may find other words between other signs.
  return texts.unusual.get(text) === other.texts.unusual.get(other.text);
}

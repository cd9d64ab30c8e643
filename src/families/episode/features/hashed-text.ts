import { blake2b } from "@noble/hashes/blake2.js";

export const textBuckets = 128;

const digestBytes = 8;

/**
 * A text as a unit vector of hashed words: runs of letters, digits and underscores, lower-cased.
 * Bucket and sign of a word are bytes of its BLAKE2b digest. Words may meet in a bucket, and then
 * add up or cancel.
 */
export function hashedText(text: string, bucketOf: BucketOf = textBucket): Float64Array {
  const vector = new Float64Array(textBuckets);
  for (const [word] of text.matchAll(/[A-Za-z0-9_]+/g)) {
    const { bucket, sign } = bucketOf(word.toLowerCase());
    vector[bucket]! += sign;
  }
  const norm = Math.hypot(...vector);
  if (norm > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= norm;
  return vector;
}

export interface TextBucket {
  readonly bucket: number;
  readonly sign: 1 | -1;
}

type BucketOf = (word: string) => TextBucket;

export function textBucket(word: string): TextBucket {
  const digest = blake2b(new TextEncoder().encode(word), { dkLen: digestBytes });
  const number = new DataView(digest.buffer, digest.byteOffset).getUint32(0, true);
  return { bucket: number % textBuckets, sign: digest[4]! & 1 ? 1 : -1 };
}

/** Remembers words: captions repeat themselves for thousands of frames. */
export function rememberedBuckets(): BucketOf {
  const known = new Map<string, TextBucket>();
  return (word) => {
    const found = known.get(word) ?? textBucket(word);
    known.set(word, found);
    return found;
  };
}

import type { Pooling } from "./model-layout.ts";

/** Vectors of the tokens of a batch, one text after the other, each padded to the same length. */
export interface TokenVectors {
  readonly values: Float32Array;
  readonly textCount: number;
  readonly tokenCount: number;
  readonly size: number;
  /** How many tokens of each text are no padding. */
  readonly lengths: readonly number[];
}

/** One vector of length 1 for each text. */
export function poolTokens(
  { values, textCount, tokenCount, size, lengths }: TokenVectors,
  pooling: Pooling,
): readonly Float32Array[] {
  return Array.from({ length: textCount }, (_, text) => {
    const sum = new Float64Array(size);
    const counted = pooling === "mean" ? lengths[text]! : 1;
    for (let token = 0; token < counted; token++) {
      const start = (text * tokenCount + token) * size;
      for (let i = 0; i < size; i++) sum[i]! += values[start + i]!;
    }
    let squares = 0;
    for (const value of sum) squares += value * value;
    const norm = Math.max(Math.sqrt(squares), 1e-12);
    return Float32Array.from(sum, (value) => value / norm);
  });
}

/** Of vectors of length 1: their product, in single precision. */
export function cosineOf(first: Float32Array, second: Float32Array): number {
  let product = 0;
  for (let i = 0; i < first.length; i++) product += first[i]! * second[i]!;
  return Math.fround(product);
}

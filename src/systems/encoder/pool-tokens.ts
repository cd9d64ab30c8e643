import type { Pooling } from "./manifest.ts";
import { meanOf } from "./vectors.ts";

/** Vectors of the tokens of a batch, one text after the other, each padded to the same length. */
export interface TokenVectors {
  readonly values: Float32Array;
  readonly textCount: number;
  readonly tokenCount: number;
  readonly size: number;
  /** How many tokens of each text are no padding. */
  readonly lengths: readonly number[];
}

/** One vector for each text. */
export function poolTokens(
  { values, textCount, tokenCount, size, lengths }: TokenVectors,
  pooling: Pooling,
): readonly Float64Array[] {
  return Array.from({ length: textCount }, (_, text) => {
    const start = text * tokenCount * size;
    const counted = pooling === "mean" ? lengths[text]! : 1;
    return meanOf(
      Array.from({ length: counted }, (_, token) =>
        values.subarray(start + token * size, start + (token + 1) * size),
      ),
    );
  });
}

import type { BoolDecoder } from "./bool-decoder.ts";
import { defaultTokenProbabilities, tokenUpdateProbabilities } from "./vp8-tables.ts";

/** What of a key frame's header its macroblocks are read by. */
export interface Vp8Header {
  /** Where macroblocks name their segment: the probabilities of its tree. */
  readonly segments: readonly number[] | undefined;
  readonly partitions: number;
  readonly tokens: Uint8Array;
  /** Probability that a macroblock has coefficients, where it says so. */
  readonly skip: number | undefined;
}

/** Reads the header that opens the first partition of a key frame (RFC 6386, sections 9 and 19.2). */
export function readVp8Header(decoder: BoolDecoder): Vp8Header {
  const flag = () => decoder.literal(1) === 1;
  const signed = (bits: number) => {
    if (flag()) decoder.literal(bits + 1);
  };
  const several = (count: number, bits: number) => {
    for (let i = 0; i < count; i++) signed(bits);
  };
  decoder.literal(2);
  const segments = flag() ? readSegments(decoder, several) : undefined;
  decoder.literal(1 + 6 + 3);
  if (flag() && flag()) several(8, 6);
  const partitions = 1 << decoder.literal(2);
  decoder.literal(7);
  several(5, 4);
  decoder.literal(1);
  const tokens = Uint8Array.from(defaultTokenProbabilities, (probability, i) =>
    decoder.bit(tokenUpdateProbabilities[i]!) === 1 ? decoder.literal(8) : probability,
  );
  return { segments, partitions, tokens, skip: flag() ? decoder.literal(8) : undefined };
}

function readSegments(decoder: BoolDecoder, several: (count: number, bits: number) => void): readonly number[] | undefined {
  const isMapped = decoder.literal(1) === 1;
  if (decoder.literal(1) === 1) {
    decoder.literal(1);
    several(4, 7);
    several(4, 6);
  }
  if (!isMapped) return undefined;
  return Array.from({ length: 3 }, () => (decoder.literal(1) === 1 ? decoder.literal(8) : 255));
}

import type { BoolDecoder } from "./bool-decoder.ts";

const bands = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0];
const largeCategories = [
  [173, 148, 140],
  [176, 155, 140, 135],
  [180, 157, 141, 134, 130],
  [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
];
const perContext = 11;
const perBand = 3 * perContext;
const perKind = 8 * perBand;

/** Kinds of block, by which tokens have their probabilities. */
export const blockKinds = { lumaWithoutDc: 0, lumaDc: 1, chroma: 2, luma: 3 } as const;

export interface Block {
  readonly kind: number;
  /** How many of the neighbours above and to the left have coefficients. */
  readonly context: number;
}

/** Reads the tokens of one block past (RFC 6386, section 13); says whether it has coefficients. */
export function skipBlock(decoder: BoolDecoder, probabilities: Uint8Array, { kind, context }: Block): boolean {
  const { bit } = decoder;
  const base = kind * perKind;
  const first = kind === blockKinds.lumaWithoutDc ? 1 : 0;
  let at = base + bands[first]! * perBand + context * perContext;
  for (let place = first; place < 16; ) {
    if (bit(probabilities[at]!) === 0) return place > first;
    while (bit(probabilities[at + 1]!) === 0) {
      place++;
      if (place === 16) return true;
      at = base + bands[place]! * perBand;
    }
    place++;
    const isLarge = bit(probabilities[at + 2]!) === 1;
    if (isLarge) skipLarge(decoder, probabilities, at);
    bit(128);
    at = base + bands[place]! * perBand + (isLarge ? 2 : 1) * perContext;
  }
  return true;
}

function skipLarge({ bit }: BoolDecoder, probabilities: Uint8Array, at: number): void {
  const branch = (index: number) => bit(probabilities[at + index]!);
  if (branch(3) === 0) {
    if (branch(4) === 1) branch(5);
  } else if (branch(6) === 0) {
    if (branch(7) === 0) bit(159);
    else {
      bit(165);
      bit(145);
    }
  } else {
    const upper = branch(8);
    for (const probability of largeCategories[2 * upper + branch(9 + upper)]!) bit(probability);
  }
}

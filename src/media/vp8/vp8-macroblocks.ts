import type { BoolDecoder } from "./bool-decoder.ts";
import type { Vp8Header } from "./vp8-header.ts";
import { subblockModeProbabilities } from "./vp8-tables.ts";
import { blockKinds, skipBlock } from "./vp8-tokens.ts";

/** How a macroblock is predicted, as far as its coefficients are read by it. */
interface Macroblock {
  readonly isSplit: boolean;
  readonly isSkipped: boolean;
}

/** Modes of 4×4 blocks that modes of whole macroblocks count as for their neighbours. */
const dc = 0;
const trueMotion = 1;
const vertical = 2;
const horizontal = 3;
/** Modes as leaves (below 0: −1 − mode), in the order of RFC 6386, section 8.1 and 11.2. */
const subblockTree = [-1, 2, -2, 4, -3, 6, 8, 12, -4, 10, -5, -6, -7, 14, -8, 16, -9, -10];

/** Reads the prediction modes of macroblocks past, row by row (RFC 6386, section 11). */
export function modeReader(decoder: BoolDecoder, { segments, skip }: Vp8Header, columns: number) {
  const { bit } = decoder;
  const above = new Uint8Array(4 * columns);
  const left = new Uint8Array(4);
  const wholeMode = () => {
    if (bit(156) === 1) return bit(128) === 1 ? trueMotion : horizontal;
    return bit(163) === 1 ? vertical : dc;
  };
  const subblockMode = (modeAbove: number, modeLeft: number) => {
    const base = (modeAbove * 10 + modeLeft) * 9;
    let at = 0;
    do at = subblockTree[at + bit(subblockModeProbabilities[base + (at >> 1)]!)]!;
    while (at > 0);
    return -1 - at;
  };
  const skipSubblocks = (column: number) => {
    for (let y = 0; y < 4; y++)
      for (let x = 0; x < 4; x++) {
        const mode = subblockMode(above[4 * column + x]!, left[y]!);
        above[4 * column + x] = mode;
        left[y] = mode;
      }
  };
  return {
    startRow: () => left.fill(dc),
    next(column: number): Macroblock {
      if (segments) bit(segments[1 + bit(segments[0]!)]!);
      const isSkipped = skip !== undefined && bit(skip) === 1;
      const isSplit = bit(145) === 0;
      if (isSplit) skipSubblocks(column);
      else {
        const mode = wholeMode();
        above.fill(mode, 4 * column, 4 * column + 4);
        left.fill(mode);
      }
      if (bit(142) === 1 && bit(114) === 1) bit(183);
      return { isSplit, isSkipped };
    },
  };
}

/** Per macroblock: four columns of luma, two of each chroma, and luma's constant parts. */
const perMacroblock = 9;
const constantPart = 8;

/** Reads the coefficients of macroblocks past, row by row (RFC 6386, section 13). */
export function tokenReader(tokens: Uint8Array, columns: number) {
  const above = new Uint8Array(perMacroblock * columns);
  const left = new Uint8Array(perMacroblock);
  return {
    startRow: () => left.fill(0),
    skip(decoder: BoolDecoder, column: number, { isSplit, isSkipped }: Macroblock): void {
      const from = perMacroblock * column;
      if (isSkipped) {
        const end = isSplit ? constantPart : perMacroblock;
        above.fill(0, from, from + end);
        left.fill(0, 0, end);
        return;
      }
      const block = (kind: number, x: number, y: number) => {
        const has = skipBlock(decoder, tokens, { kind, context: above[from + x]! + left[y]! }) ? 1 : 0;
        above[from + x] = has;
        left[y] = has;
      };
      if (!isSplit) block(blockKinds.lumaDc, constantPart, constantPart);
      const luma = isSplit ? blockKinds.luma : blockKinds.lumaWithoutDc;
      for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) block(luma, x, y);
      for (const chroma of [4, 6]) for (let y = 0; y < 2; y++) for (let x = 0; x < 2; x++) block(blockKinds.chroma, chroma + x, chroma + y);
    },
  };
}

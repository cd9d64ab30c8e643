import { type BoolDecoder, boolDecoder } from "./bool-decoder.ts";
import { readVp8Header } from "./vp8-header.ts";
import { modeReader, tokenReader } from "./vp8-macroblocks.ts";

/** What the macroblocks of a partition leave of its code. */
interface CodeLeft {
  /** Below 0 where they need more than there are. */
  readonly bits: number;
  /** Encoders end with zeros only, whose decisions are all 0: those of damaged code are as good as drawn at random. */
  readonly isZero: boolean;
}

/**
 * Reads the code of a VP8 key frame (RFC 6386) without making a picture of it. Every code is legal, so that damage shows in nothing but the
 * amount: damaged code hardly ever ends where its partition does. The first partition comes first. Answers with a reason where the frame has
 * not even its parts.
 */
export function vp8CodeLeft(frame: Uint8Array): readonly CodeLeft[] | string {
  if (frame.length < 10) return "the header of the picture is cut off";
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const tag = frame[0]! | (frame[1]! << 8) | (frame[2]! << 16);
  if ((tag & 1) !== 0 || frame[3] !== 0x9d || frame[4] !== 0x01 || frame[5] !== 0x2a) return "the picture is no key frame";
  const [columns, rows] = [6, 8].map((at) => ((view.getUint16(at, true) & 0x3fff) + 15) >> 4) as [number, number];
  const first = frame.subarray(10, 10 + (tag >> 5));
  if (first.length < tag >> 5) return "the first partition is cut off";
  const modes = boolDecoder(first);
  const header = readVp8Header(modes);
  const parts = tokenPartitions(frame.subarray(10 + first.length), header.partitions);
  if (!parts) return "a partition of the picture is cut off";
  const decoders = parts.map(boolDecoder);
  const [mode, token] = [modeReader(modes, header, columns), tokenReader(header.tokens, columns)];
  for (let row = 0; row < rows; row++) {
    mode.startRow();
    token.startRow();
    const decoder = decoders[row % decoders.length]!;
    for (let column = 0; column < columns; column++) token.skip(decoder, column, mode.next(column));
  }
  return [modes, ...decoders].map((decoder, i) => codeLeft(decoder, 8 * (i === 0 ? first : parts[i - 1]!).length));
}

/** More are not looked at: they are too many anyway. */
const mostLookedAt = 64;

function codeLeft(decoder: BoolDecoder, allBits: number): CodeLeft {
  const bits = allBits - decoder.usedBits();
  let isZero = true;
  for (let end = allBits - Math.max(0, bits - mostLookedAt); isZero && decoder.usedBits() < end; ) isZero = decoder.bit(128) === 0;
  return { bits, isZero };
}

/** Sizes of three bytes for all but the last, which takes the rest. */
function tokenPartitions(bytes: Uint8Array, count: number): readonly Uint8Array[] | undefined {
  const parts: Uint8Array[] = [];
  let from = 3 * (count - 1);
  for (let i = 0; i < count; i++) {
    const [a, b, c] = bytes.subarray(3 * i, 3 * i + 3);
    const size = i === count - 1 ? bytes.length - from : a! | (b! << 8) | (c! << 16);
    if (!(size >= 0) || from + size > bytes.length) return undefined;
    parts.push(bytes.subarray(from, from + size));
    from += size;
  }
  return parts;
}

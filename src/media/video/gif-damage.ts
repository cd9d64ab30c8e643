const TABLE_SIZE = 4096;

/** What is wrong with a picture. */
export interface GifDamage {
  readonly reason: string;
  /** False where all pixels are there, but their code does not end with them: probably, not surely, some are wrong. */
  readonly isCertain: boolean;
}

/**
 * What is wrong with the picture in a packet of a GIF: FFmpeg fills in for broken LZW data without telling. Follows the codes without
 * making pixels: only how many each stands for. `null` when the picture is whole.
 */
export function gifDamage(data: Uint8Array): GifDamage | null {
  let at = startOfBlocks(data);
  while (at < data.length) {
    const block = data[at];
    if (block === 0x2c) return imageDamage(data, at + 1);
    if (block !== 0x21) return certain("an unknown block stands before its picture");
    at = endOfSubBlocks(data, at + 2);
  }
  return certain("it holds no picture");
}

function certain(reason: string): GifDamage {
  return { reason, isCertain: true };
}

/** The first packet of a file begins with the file's header and colours. */
function startOfBlocks(data: Uint8Array): number {
  const hasHeader = data[0] === 0x47 && data[1] === 0x49 && data[2] === 0x46;
  return hasHeader ? 13 + colorTableBytes(data[10]!) : 0;
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfSubBlocks(data: Uint8Array, from: number): number {
  let at = from;
  while (at < data.length && data[at] !== 0) at += data[at]! + 1;
  return at + 1;
}

function imageDamage(data: Uint8Array, at: number): GifDamage | null {
  const width = data[at + 4]! | (data[at + 5]! << 8);
  const height = data[at + 6]! | (data[at + 7]! << 8);
  const codes = at + 9 + colorTableBytes(data[at + 8]!);
  const minBits = data[codes];
  if (minBits === undefined || minBits < 1 || minBits > 11) return certain("its picture is cut off");
  return lzwDamage(joinSubBlocks(data, codes + 1), minBits, width * height);
}

function joinSubBlocks(data: Uint8Array, from: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = from; at < data.length && data[at] !== 0; at += data[at]! + 1) parts.push(data.subarray(at + 1, at + 1 + data[at]!));
  return Buffer.concat(parts);
}

/** Appendix F of the GIF89a specification. A loop over every code of a picture: plain numbers, one table. */
function lzwDamage(bytes: Uint8Array, minBits: number, pixels: number): GifDamage | null {
  const clear = 1 << minBits;
  const lengths = new Uint32Array(TABLE_SIZE).fill(1, 0, clear);
  let free = clear + 2;
  let bits = minBits + 1;
  let previous = -1;
  let made = 0;
  let held = 0;
  let heldBits = 0;
  let at = 0;
  while (made < pixels) {
    for (; heldBits < bits; heldBits += 8) {
      if (at >= bytes.length) return certain("its picture ends early");
      held |= bytes[at++]! << heldBits;
    }
    const code = held & ((1 << bits) - 1);
    held >>>= bits;
    heldBits -= bits;
    if (code === clear) {
      free = clear + 2;
      bits = minBits + 1;
      previous = -1;
      continue;
    }
    if (code === clear + 1) return certain("its picture ends early");
    if (code > free || (code === free && previous < 0) || (previous < 0 && code > clear)) return certain("it holds an impossible code");
    if (previous >= 0 && free < TABLE_SIZE) {
      lengths[free++] = lengths[previous]! + 1;
      if (free === 1 << bits && bits < 12) bits++;
    }
    made += lengths[code]!;
    previous = code;
  }
  const left = {
    held: held | ((bytes[at] ?? 0) << heldBits) | ((bytes[at + 1] ?? 0) << (heldBits + 8)),
    bits: heldBits + 8 * (bytes.length - at),
  };
  return made === pixels && isEnd(left, clear + 1, bits) ? null : excess;
}

/** Whether nothing is left but the code of the end and a byte. Some writers leave it out, some write it one bit narrower where the width has just grown. */
function isEnd({ held, bits }: { readonly held: number; readonly bits: number }, end: number, width: number): boolean {
  const isEndOf = (size: number) => bits < size + 16 && (held & ((1 << size) - 1)) === end;
  return bits < 8 || isEndOf(width) || isEndOf(width - 1);
}

const excess: GifDamage = { reason: "its code does not end with its last pixel", isCertain: false };

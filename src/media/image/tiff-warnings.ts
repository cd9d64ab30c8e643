import { tiffStrips } from "./tiff-strips.ts";

const lzwCompression = 5;

/** Signs of damage in a TIFF file that its decoder does not mind: it stops once it has all pixels, whatever codes are left. */
export function tiffWarnings(bytes: Uint8Array): readonly string[] {
  const { compression, strips } = tiffStrips(bytes) ?? {};
  if (compression !== lzwCompression) return [];
  const damaged = strips!.filter(({ from, to, pixelBytes }) => !endsRight(bytes.subarray(from, to), pixelBytes));
  return damaged.length === 0
    ? []
    : [`the picture is probably damaged: the code of ${damaged.length} of ${strips!.length} strips does not end with their pixels`];
}

const clear = 256;
const end = 257;
const firstFree = 258;
const mostBits = 12;

/** Follows the codes of a strip (TIFF 6.0, section 13) without making pixels: only how many each stands for. After the last pixel stands the end code. */
function endsRight(code: Uint8Array, pixelBytes: number): boolean {
  // An old variant with its bits the other way round.
  if (code[0] === 0 && (code[1]! & 1) === 1) return true;
  const lengths = new Uint32Array(1 << mostBits).fill(1, 0, clear);
  let free = firstFree;
  let bits = 9;
  let previous = -1;
  let made = 0;
  for (let at = 0; at + bits <= 8 * code.length; ) {
    const next = bitsAt(code, at, bits);
    at += bits;
    if (next === end) return made === pixelBytes;
    if (next === clear) {
      free = firstFree;
      bits = 9;
      previous = -1;
      continue;
    }
    if (made >= pixelBytes) return false;
    if (previous >= 0 && free < lengths.length) {
      lengths[free++] = lengths[previous]! + 1;
      // One code earlier than the width would need it, which is how everybody writes it.
      if (free + 1 === 1 << bits && bits < mostBits) bits++;
    }
    made += lengths[next]!;
    previous = next;
  }
  // Some writers leave the end code out.
  return made === pixelBytes;
}

/** The most significant first. */
function bitsAt(code: Uint8Array, at: number, count: number): number {
  const byte = at >> 3;
  const window = (code[byte]! << 16) | ((code[byte + 1] ?? 0) << 8) | (code[byte + 2] ?? 0);
  return (window >> (24 - (at & 7) - count)) & ((1 << count) - 1);
}

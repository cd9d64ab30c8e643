import type { NalFormat } from "./nal-damage.ts";

/** Follows the numbers that pictures of H.264 carry. */
interface FrameNumbers {
  /** Whether a picture that others may refer to is missing before this packet, the next in the order of decoding. */
  isGapBefore(packet: Uint8Array): boolean;
  /** Before packets from another place. */
  reset(): void;
}

/** What the header of a stream says of numbers. */
interface Numbering {
  readonly bits: number;
  readonly hasPlanes: boolean;
}

/**
 * Every picture is numbered by how many came before it that others may refer to (H.264, 7.4.3): a number that is skipped tells that one is lost, or is
 * marked wrongly as of no use to others. FFmpeg puts another picture in its place without a word. `null` where the header allows gaps, or is not plain.
 */
export function h264FrameNumbers(header: Uint8Array | null, format: NalFormat): FrameNumbers | null {
  const sets = header ? unitsIn(header, format, true).filter((unit) => (unit[0]! & 0x1f) === 7) : [];
  const numbering = sets.length === 1 ? numberingOf(sets[0]!) : null;
  if (!numbering) return null;
  const { bits, hasPlanes } = numbering;
  let previous: number | null = null;
  return {
    isGapBefore(packet) {
      const slice = unitsIn(packet, format, false).find((unit) => isSlice(unit[0]!));
      if (!slice) return false;
      const isFirst = (slice[0]! & 0x1f) === 5;
      const number = isFirst ? 0 : numberOf(slice, bits, hasPlanes);
      // Encoders may start again from 0 without a first picture.
      const isNext = previous === null || number <= 1 || number === previous || number === (previous + 1) % 2 ** bits;
      const isReferredTo = (slice[0]! & 0x60) !== 0;
      if (isReferredTo || !isNext) previous = number;
      return !isNext;
    },
    reset() {
      previous = null;
    },
  };
}

function isSlice(first: number): boolean {
  const type = first & 0x1f;
  return type === 1 || type === 5;
}

/** More than the start of a picture takes; sets of parameters are longer, but what is read of them is not. */
const mostBytes = 64;

/** The beginnings of all units, by their lengths or after start codes; those of a record (`avcC`) where it is one. */
function unitsIn(data: Uint8Array, { lengthBytes }: NalFormat, isHeader: boolean): readonly Uint8Array[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (lengthBytes === null) return afterStartCodes(bytes);
  const found: Uint8Array[] = [];
  const width = isHeader ? 2 : lengthBytes;
  // A record counts its sets of parameters in the byte before the first; only those that come first are of use here.
  let left = isHeader ? (bytes[5] ?? 0) & 0x1f : Number.POSITIVE_INFINITY;
  for (let at = isHeader ? 6 : 0; at + width < bytes.length && left > 0; left--) {
    const from = at + width;
    at = from + bytes.readUIntBE(at, width);
    found.push(bytes.subarray(from, Math.min(at, from + mostBytes, bytes.length)));
  }
  return found.filter((unit) => unit.length > 0);
}

const startCode = Buffer.from([0, 0, 1]);

function afterStartCodes(bytes: Buffer): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = bytes.indexOf(startCode); at >= 0; at = bytes.indexOf(startCode, at + startCode.length)) {
    const unit = bytes.subarray(at + startCode.length, at + startCode.length + mostBytes);
    if (unit.length > 0) found.push(unit);
    // Nothing but further slices follows the first one.
    if (unit.length > 0 && isSlice(unit[0]!)) break;
  }
  return found;
}

/** The number and what stands before it take no more, with the bytes that keep zeros apart. */
const mostNumberBytes = 24;

function numberOf(slice: Uint8Array, bits: number, hasPlanes: boolean): number {
  const reader = bitReader(slice.subarray(0, mostNumberBytes));
  for (let field = 0; field < 3; field++) reader.golomb();
  if (hasPlanes) reader.take(2);
  return reader.take(bits);
}

/** Profiles whose header says more of colours (7.3.2.1.1). */
const highProfiles: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

function numberingOf(set: Uint8Array): Numbering | null {
  const reader = bitReader(set);
  const profile = reader.take(8);
  reader.take(16);
  reader.golomb();
  let hasPlanes = false;
  if (highProfiles.has(profile)) {
    if (reader.golomb() === 3) hasPlanes = reader.take(1) === 1;
    reader.golomb();
    reader.golomb();
    reader.take(1);
    const hasMatrices = reader.take(1) === 1;
    if (hasMatrices) return null;
  }
  const bits = reader.golomb() + 4;
  const order = reader.golomb();
  if (order === 0) reader.golomb();
  else if (order === 1) return null;
  reader.golomb();
  const allowsGaps = reader.take(1) === 1;
  return allowsGaps || bits > 16 ? null : { bits, hasPlanes };
}

/** Of a unit after its first byte, without the bytes that keep zeros apart (7.4.1). */
function bitReader(unit: Uint8Array) {
  const bytes = [...unit.subarray(1)].filter((byte, at) => !(byte === 3 && at >= 2 && unit[at] === 0 && unit[at - 1] === 0));
  let at = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; left--, at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  const golomb = (): number => {
    let zeros = 0;
    while (zeros < 32 && take(1) === 0) zeros++;
    return 2 ** zeros - 1 + take(zeros);
  };
  return { take, golomb };
}

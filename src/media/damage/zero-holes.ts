/**
 * How a codec of the MPEG family separates the units of a packet, and which of them are pictures.
 */
export interface UnitFormat {
  /**
   * Bytes of the length before each unit, as in MP4 and Matroska; `null` where units follow start
   * codes.
   */
  readonly lengthBytes: number | null;
  /**
   * Whether a unit that begins with this byte is a picture; with `isSkipping`, one that is decoded.
   */
  isPicture(first: number, isSkipping: boolean): boolean;
}

/**
 * Sectors and download pieces are longer; no packet begins so, and no picture of these codecs may
 * contain it.
 */
const hole = Buffer.alloc(16);
const startCode = Buffer.from([0, 0, 1]);
const reason = "its packet has a hole of zeros";

/**
 * Why a packet is damaged for certain, or `null`: parts that a disk or a download has left empty.
 * Decoders take them for the end of a picture and report nothing. Codecs without a `format` may
 * write zeros anywhere but at the start of a packet.
 */
export function zeroHole(
  packet: Uint8Array,
  format: UnitFormat | null,
  isSkipping: boolean,
): string | null {
  const data = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
  if (data.length >= hole.length && data.subarray(0, hole.length).equals(hole)) return reason;
  if (!format || data.indexOf(hole) < 0) return null;
  const { lengthBytes } = format;
  const units = lengthBytes === null ? unitsByStartCode(data) : unitsByLength(data, lengthBytes);
  return units.some((unit) => format.isPicture(unit[0] ?? 0, isSkipping) && unit.indexOf(hole) >= 0)
    ? reason
    : null;
}

/** Lengths that do not fit end the list: the decoder refuses such a packet. */
function unitsByLength(data: Buffer, lengthBytes: number): readonly Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + lengthBytes < data.length; ) {
    const from = at + lengthBytes;
    at = from + data.readUIntBE(at, lengthBytes);
    if (at > data.length) break;
    units.push(data.subarray(from, at));
  }
  return units;
}

/** Without the zeros after a unit, which are allowed as padding. */
function unitsByStartCode(data: Buffer): readonly Buffer[] {
  const units: Buffer[] = [];
  for (let at = data.indexOf(startCode); at >= 0; ) {
    const from = at + startCode.length;
    at = data.indexOf(startCode, from);
    let end = at < 0 ? data.length : at;
    while (end > from && data[end - 1] === 0) end--;
    units.push(data.subarray(from, end));
  }
  return units;
}

/**
 * `header`: the record that MP4 and Matroska keep apart, `avcC` (ISO/IEC 14496-15, 5.3.3.1);
 * without one, units follow start codes.
 */
export function h264Units(header: Uint8Array | null): UnitFormat {
  return {
    lengthBytes: lengthBytesOf(header, 4),
    isPicture(first, isSkipping) {
      const type = first & 0x1f;
      const isUnreferenced = (first & 0x60) === 0;
      return type >= 1 && type <= 5 && !(isSkipping && isUnreferenced);
    },
  };
}

/** As for H.264, with the record `hvcC` (8.3.3.1). */
export function hevcUnits(header: Uint8Array | null): UnitFormat {
  return {
    lengthBytes: lengthBytesOf(header, 21),
    isPicture(first, isSkipping) {
      const type = (first >> 1) & 0x3f;
      const isUnreferenced = type <= 14 && type % 2 === 0;
      return type <= 31 && !(isSkipping && isUnreferenced);
    },
  };
}

/** Pictures of MPEG-4 part 2 follow the start code 0xb6. */
export const mpeg4Units: UnitFormat = { lengthBytes: null, isPicture: (first) => first === 0xb6 };

function lengthBytesOf(header: Uint8Array | null, place: number): number | null {
  const isRecord = header !== null && header.length > place && header[0] === 1;
  return isRecord ? (header[place]! & 3) + 1 : null;
}

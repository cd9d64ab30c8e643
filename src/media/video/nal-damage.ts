/** How the units of a packet of H.264 or HEVC are told apart. */
export interface NalFormat {
  readonly codec: "h264" | "hevc";
  /** Bytes of the length before each unit, as in MP4 and Matroska; `null` where units follow start codes, as in transport streams. */
  readonly lengthBytes: number | null;
}

/** By the header that MP4 and Matroska keep apart, `avcC` or `hvcC` (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1); without one there are start codes. */
export function nalFormat(codec: NalFormat["codec"], header: Uint8Array | null): NalFormat {
  const place = codec === "h264" ? 4 : 21;
  const isRecord = header !== null && header.length > place && header[0] === 1;
  return { codec, lengthBytes: isRecord ? (header[place]! & 3) + 1 : null };
}

const zeros = Buffer.alloc(2);
/** Some writers leave zeros of the start code that follows at the end of a unit. */
const mostTrailing = 8;
const reason = "its packet holds bytes that its codec never writes";

/**
 * Why the coded pictures of a packet are damaged for certain, or `null`. Two zero bytes are followed by nothing below 3 in them, and by 3 only before
 * a byte up to 3 (7.4.1 of both standards): what a disk or a download has left empty breaks that rule, and decoders take it for the end of the picture without a word.
 * `isSkipping`: pictures that nothing refers to are not looked at, as they are not decoded.
 */
export function nalDamage(packet: Uint8Array, format: NalFormat, isSkipping: boolean): string | null {
  const data = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
  const isRead = (at: number) => isPicture(data[at] ?? 0, format.codec, isSkipping);
  return format.lengthBytes === null ? startCodeDamage(data, isRead) : lengthDamage(data, format.lengthBytes, isRead);
}

type IsRead = (unitAt: number) => boolean;

function lengthDamage(data: Buffer, lengthBytes: number, isRead: IsRead): string | null {
  for (let at = 0; at + lengthBytes < data.length; ) {
    const from = at + lengthBytes;
    const end = from + data.readUIntBE(at, lengthBytes);
    // Lengths that do not fit are noticed by the decoder.
    if (end > data.length) return null;
    if (isRead(from) && hasForbiddenZeros(data.subarray(from, end))) return reason;
    at = end;
  }
  return null;
}

function hasForbiddenZeros(unit: Buffer): boolean {
  for (let at = unit.indexOf(zeros); at >= 0; ) {
    const end = endOfZeros(unit, at);
    if (end === unit.length) return end - at > mostTrailing;
    if (end - at > 2 || unit[end]! < 3 || isWrongEscape(unit, end)) return true;
    at = unit.indexOf(zeros, end);
  }
  return false;
}

function startCodeDamage(data: Buffer, isRead: IsRead): string | null {
  let isInPicture = false;
  for (let at = data.indexOf(zeros); at >= 0; ) {
    const end = endOfZeros(data, at);
    if (end === data.length) return null;
    if (data[end] === 1) isInPicture = isRead(end + 1);
    else if (isInPicture && (end - at > 2 || data[end] === 2 || isWrongEscape(data, end))) return reason;
    at = data.indexOf(zeros, end);
  }
  return null;
}

/** A 3 after two zeros is put in by the codec, in front of nothing above 3. */
function isWrongEscape(data: Buffer, at: number): boolean {
  return data[at] === 3 && data[at + 1]! > 3;
}

function endOfZeros(data: Buffer, from: number): number {
  let end = from + zeros.length;
  while (data[end] === 0) end++;
  return end;
}

/** By the first byte of a unit: its type and whether others refer to it. */
function isPicture(first: number, codec: NalFormat["codec"], isSkipping: boolean): boolean {
  if (codec === "h264") {
    const type = first & 0x1f;
    return type >= 1 && type <= 5 && !(isSkipping && (first & 0x60) === 0);
  }
  const type = (first >> 1) & 0x3f;
  const isUnreferenced = type <= 14 && type % 2 === 0;
  return type <= 31 && !(isSkipping && isUnreferenced);
}

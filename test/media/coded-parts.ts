import type { Range } from "./file-range.ts";
import { vp9HeaderBytes } from "./vp9-header-bytes.ts";

/** How the bytes of coded pictures are laid out, as far as headers are to be told from what is entropy-coded. */
export type Coding = "h264" | "hevc" | "vp8" | "vp9" | "av1" | "mpeg4" | "mpeg2" | "jpeg" | "gif";

/**
 * The most bytes that headers of a coded picture take in the files that are damaged here, where no length states it: a byte that may belong
 * to one counts as header.
 */
const mostHeaderBytes = { av1: 32 } as const;

/** The start code and header of a picture of MPEG-4 part 2, for a clock of a thousandth of a second. */
const mpeg4HeaderBytes = 9;

/** Which parts of a packet hold nothing but entropy-coded or plain pixels. */
export function codedParts(packet: Buffer, coding: Coding): readonly Range[] {
  switch (coding) {
    case "h264":
    case "hevc":
      return startsWithStartCode(packet) ? slicesAfterStartCodes(packet, coding) : slicesByLength(packet, coding);
    case "mpeg2":
      return slicesAfterStartCodes(packet, coding);
    case "vp8":
      return after(packet, (packet[0]! & 1) === 0 ? 10 : 3);
    case "vp9":
      return after(packet, vp9HeaderBytes(packet));
    case "mpeg4":
      return after(packet, packet.subarray(0, 32).lastIndexOf(Buffer.from([0, 0, 1, 0xb6])) + mpeg4HeaderBytes);
    case "jpeg":
      return jpegParts(packet);
    case "gif":
      return gifCodes(packet);
    default:
      return after(packet, mostHeaderBytes[coding]);
  }
}

function after({ length }: Buffer, headerBytes: number): readonly Range[] {
  return headerBytes < length ? [{ from: headerBytes, to: length }] : [];
}

function startsWithStartCode(packet: Buffer): boolean {
  return (
    packet.indexOf(Buffer.from([0, 0, 1])) <= 1 && packet[0] === 0 && packet[1] === 0 && packet[2]! <= 1 && packet.readUInt32BE(0) <= 1
  );
}

/** A unit of slice data, by its first byte. */
function isSlice(first: number, coding: Coding): boolean {
  if (coding === "h264") return (first & 0x1f) >= 1 && (first & 0x1f) <= 5;
  if (coding === "hevc") return ((first >> 1) & 0x3f) <= 31;
  return first >= 1 && first <= 0xaf;
}

const unitHeaderBytes: Readonly<Partial<Record<Coding, number>>> = { h264: 1, hevc: 2, mpeg2: 2 };

function slicesByLength(packet: Buffer, coding: Coding): readonly Range[] {
  const found: Range[] = [];
  for (let at = 0; at + 4 < packet.length; ) {
    const from = at + 4;
    const to = from + packet.readUInt32BE(at);
    if (isSlice(packet[from]!, coding)) found.push({ from: from + unitHeaderBytes[coding]!, to });
    at = to;
  }
  return found;
}

function slicesAfterStartCodes(packet: Buffer, coding: Coding): readonly Range[] {
  const found: Range[] = [];
  const code = Buffer.from([0, 0, 1]);
  for (let at = packet.indexOf(code); at >= 0; ) {
    const from = at + code.length;
    const next = packet.indexOf(code, from);
    if (isSlice(packet[from]!, coding)) found.push({ from: from + unitHeaderBytes[coding]!, to: next < 0 ? packet.length : next });
    at = next;
  }
  return found;
}

/**
 * What follows the header of every scan, up to the next marker that is none within a scan; the steps of quantisation, which may be
 * any but 0 as the colours of a palette may; and what the codes stand for, of which every pair of a run and a size is as good as any other.
 */
function jpegParts(bytes: Buffer): readonly Range[] {
  const found: Range[] = [];
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1];
    const from = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xdb) for (let table = at + 5; table + 64 <= from; table += 65) found.push({ from: table, to: table + 64 });
    if (marker === 0xc4) found.push(...codeMeanings(bytes, at + 4, from));
    at = from;
    if (marker !== 0xda) continue;
    while (at + 1 < bytes.length && !(bytes[at] === 0xff && bytes[at + 1] !== 0 && (bytes[at + 1]! & 0xf8) !== 0xd0)) at++;
    found.push({ from, to: at });
  }
  return found;
}

/** Tables of Huffman codes: the symbols of each, without how many there are of each length. */
function codeMeanings(bytes: Buffer, start: number, end: number): readonly Range[] {
  const found: Range[] = [];
  for (let at = start; at + 17 <= end; ) {
    const from = at + 17;
    at = from + bytes.subarray(at + 1, from).reduce((sum, count) => sum + count, 0);
    found.push({ from, to: at });
  }
  return found;
}

/** The codes and the colours of the pictures of a GIF, without the lengths of the blocks that codes are cut into. */
function gifCodes(bytes: Buffer): readonly Range[] {
  const found: Range[] = [];
  const colours = (flags: number, from: number) => {
    const to = from + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
    if (to > from) found.push({ from, to });
    return to;
  };
  let at = bytes.toString("latin1", 0, 3) === "GIF" ? colours(bytes[10]!, 13) : 0;
  for (; at < bytes.length && bytes[at] !== 0x3b; at++) {
    const isPicture = bytes[at] === 0x2c;
    at = isPicture ? colours(bytes[at + 9]!, at + 10) + 1 : at + 2;
    for (; at < bytes.length && bytes[at] !== 0; at += bytes[at]! + 1)
      if (isPicture) found.push({ from: at + 1, to: Math.min(at + 1 + bytes[at]!, bytes.length) });
  }
  return found;
}

import { AV_LOG_QUIET } from "node-av/constants";
import { FormatContext, Log, Packet } from "node-av/lib";
import { type Coding, codedParts } from "./coded-parts.ts";
import type { Range } from "./file-range.ts";

/** Which parts of a whole video hold nothing but coded pictures, by the packets of its container: neither its tables nor headers of pictures. */
export function videoPayload(path: string, bytes: Buffer, coding: Coding): readonly Range[] {
  if (bytes[0] === 0x47 && bytes[188] === 0x47) return transportPayload(bytes, coding);
  if (coding === "gif") return codedParts(bytes, coding);
  return packetsOf(path).flatMap(({ at, data }) => {
    // Some demuxers tell where the header of a packet is, so that its bytes are looked for from there.
    const from = bytes.indexOf(data, at);
    if (from < 0) throw new Error(`a packet of ${path} is not found in it`);
    return codedParts(data, coding).map((part) => ({ from: from + part.from, to: from + part.to }));
  });
}

function packetsOf(path: string): { readonly at: number; readonly data: Buffer }[] {
  Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  using packet = new Packet();
  packet.alloc();
  const found: { at: number; data: Buffer }[] = [];
  if (format.openInputSync(`file:${path}`) < 0) throw new Error(`cannot open ${path}`);
  try {
    for (; format.readFrameSync(packet) >= 0; packet.unref()) found.push({ at: Number(packet.pos), data: Buffer.from(packet.data!) });
  } finally {
    format.closeInputSync();
  }
  return found;
}

const transportPacketBytes = 188;
/** Of the only stream that FFmpeg's muxer is given here. */
const videoPid = 0x100;

/** The stream within a transport stream (ISO/IEC 13818-1), gathered from its packets, and where each byte of it lies. */
function transportPayload(bytes: Buffer, coding: Coding): readonly Range[] {
  const places: number[] = [];
  for (let at = 0; at + transportPacketBytes <= bytes.length; at += transportPacketBytes) {
    if ((bytes.readUInt16BE(at + 1) & 0x1fff) !== videoPid) continue;
    const hasField = (bytes[at + 3]! & 0x20) !== 0;
    let from = at + 4 + (hasField ? 1 + bytes[at + 4]! : 0);
    const isStart = (bytes[at + 1]! & 0x40) !== 0;
    if (isStart) from += 9 + bytes[from + 8]!;
    for (; from < at + transportPacketBytes; from++) places.push(from);
  }
  const stream = Buffer.from(places.map((place) => bytes[place]!));
  return codedParts(stream, coding).flatMap((part) => piecesOf(places.slice(part.from, part.to)));
}

function piecesOf(places: readonly number[]): readonly Range[] {
  const pieces: { from: number; to: number }[] = [];
  for (const place of places) {
    const last = pieces.at(-1);
    if (last?.to === place) last.to++;
    else pieces.push({ from: place, to: place + 1 });
  }
  return pieces;
}

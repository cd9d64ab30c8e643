import {
  AV_CODEC_ID_VP8,
  AV_PKT_FLAG_CORRUPT,
  AV_PKT_FLAG_DISCARD,
  AV_PKT_FLAG_KEY,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from "node-av/constants";
import { Packet } from "node-av/lib";
import { packetAt } from "./decode-plan.ts";
import { type Demuxer, openDemuxer } from "./demuxer.ts";
import { type Moov, readMoov } from "./mp4/read-moov.ts";
import { type SampleTable, sampleTable } from "./mp4/sample-table.ts";
import { arrangePackets, type PacketIndex, tickOf } from "./packet-index.ts";

const comparedPackets = 4;

/** A file with its index, ready to be decoded; it stands anywhere. */
export interface IndexedDemuxer {
  readonly demuxer: Demuxer;
  readonly index: PacketIndex;
}

/**
 * Opens a plain MP4 with one video by its tables. They are believed when FFmpeg's demuxer, which
 * reads them in its own way, agrees on the first packets and on some near the end; every packet
 * that is decoded later is compared too (`packet-reader.ts`). `null` for any other file, whatever
 * is wrong with it.
 */
export async function openByTable(path: string): Promise<IndexedDemuxer | null> {
  const moov = await readMoov(path).catch(() => null);
  const demuxer = moov && (await openDemuxer(path, { analyse: false }).catch(() => null));
  const index = moov && demuxer && tableIndex(demuxer, moov);
  if (demuxer && index) return { demuxer, index };
  demuxer?.[Symbol.dispose]();
  return null;
}

function tableIndex(demuxer: Demuxer, moov: Moov): PacketIndex | null {
  const { format, stream } = demuxer;
  const videos = format.streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  const isPlain =
    format.iformat?.name?.split(",").includes("mp4") &&
    videos.length === 1 &&
    stream.codecpar.codecId !== AV_CODEC_ID_VP8;
  const table = isPlain ? sampleTable(moov, stream.id) : null;
  if (!table || Number(stream.nbFrames) !== table.pts.length) return null;
  const index = indexOf(table, tickOf(demuxer));
  return index.timed && isConfirmed(demuxer, index) ? index : null;
}

function indexOf({ pts, isKey, lastDuration }: SampleTable, tickSeconds: number): PacketIndex {
  const arranged = arrangePackets({ pts, marks: isKey });
  const last = arranged.shown.at(-1)!;
  return {
    ...arranged,
    source: "table",
    endTicks: pts[last]! + lastDuration,
    tickSeconds,
    damaged: 0,
    endByte: 0,
    stopped: null,
  };
}

function isConfirmed({ format, stream, read }: Demuxer, index: PacketIndex): boolean {
  using packet = new Packet();
  packet.alloc();
  const agrees = (from: number) =>
    agreesFrom(() => read(packet) === "packet" && packet, index, from);
  const lastKey = index.isKey.lastIndexOf(1);
  return (
    agrees(0) &&
    format.seekFrameSync(stream.index, BigInt(index.pts[lastKey]!), AVSEEK_FLAG_BACKWARD) >= 0 &&
    agrees(-1)
  );
}

/**
 * Whether the next packets are as in the index, from a place on or, for -1, from wherever the first
 * of them belongs.
 */
function agreesFrom(next: () => Packet | false, index: PacketIndex, from: number): boolean {
  let at = from;
  for (let compared = 0; compared < comparedPackets && at < index.pts.length; compared++, at++) {
    const packet = next();
    if (!packet) return false;
    const pts = Number(packet.pts);
    if (at < 0) at = packetAt(index, pts);
    const isOdd = (packet.flags & (AV_PKT_FLAG_CORRUPT | AV_PKT_FLAG_DISCARD)) !== 0;
    const isKey = (packet.flags & AV_PKT_FLAG_KEY) !== 0;
    if (at < 0 || isOdd || pts !== index.pts[at] || isKey !== (index.isKey[at] === 1)) return false;
  }
  return true;
}

import { AV_CODEC_ID_VP8, AV_NOPTS_VALUE, AV_PKT_FLAG_CORRUPT, AV_PKT_FLAG_DISCARD, AV_PKT_FLAG_KEY } from "node-av/constants";
import { Packet } from "node-av/lib";
import { breather } from "./breather.ts";
import type { Demuxer } from "./demuxer.ts";

/** Every packet of a video stream, in the order of decoding, and which of them are shown. Times are in ticks of the stream's clock. */
export interface PacketIndex {
  readonly pts: Float64Array;
  readonly isKey: Uint8Array;
  /** Decoded but not shown: cut by an edit list, damaged, or made for reference only. */
  readonly isHidden: Uint8Array;
  /** Presentation index to decode index; ascending in pts. */
  readonly shown: Uint32Array;
  /** Decode indices in ascending pts, packets that are not shown among them: finds where a seek has landed. */
  readonly byPts: Uint32Array;
  /** False when packets lack a pts, or two share one: then only a decoder knows what is shown when. */
  readonly timed: boolean;
  /** Decoding times of the shown packets, ascending, where all have one. */
  readonly dts: Float64Array | null;
  /** End of the last frame, in ticks. */
  readonly endTicks: number;
  readonly tickSeconds: number;
  /** Packets that were cut off or marked as damaged; they count as no frame. */
  readonly damaged: number;
  /** Why reading ended before the end of the file. */
  readonly stopped: string | null;
}

const KEY = 1;
const HIDDEN = 2;

/** Reads all packets without decoding any: about 3 µs each, so a file costs little more than reading it. */
export async function indexPackets(demuxer: Demuxer, signal?: AbortSignal): Promise<PacketIndex> {
  using packet = new Packet();
  packet.alloc();
  const isVp8 = demuxer.stream.codecpar.codecId === AV_CODEC_ID_VP8;
  const pause = breather(signal);
  const pts: number[] = [];
  const dts: number[] = [];
  const marks: number[] = [];
  let endTicks = Number.NEGATIVE_INFINITY;
  let damaged = 0;
  for (;;) {
    const outcome = demuxer.read(packet);
    if (outcome !== "packet")
      return finish({ pts, dts, marks, endTicks, damaged, demuxer, stopped: outcome === "end" ? null : outcome.stopped });
    const flags = packet.flags;
    const time = ticksOf(packet.pts);
    const isDamaged = (flags & AV_PKT_FLAG_CORRUPT) !== 0 || packet.size === 0;
    const isHidden = isDamaged || (flags & AV_PKT_FLAG_DISCARD) !== 0 || (isVp8 && isInvisibleVp8(packet));
    if (isDamaged) damaged++;
    if (!isHidden) {
      endTicks = Math.max(endTicks, time + Number(packet.duration));
      dts.push(ticksOf(packet.dts));
    }
    pts.push(time);
    marks.push(((flags & AV_PKT_FLAG_KEY) !== 0 ? KEY : 0) | (isHidden ? HIDDEN : 0));
    await pause();
  }
}

function ticksOf(ticks: bigint): number {
  return ticks === AV_NOPTS_VALUE ? Number.NaN : Number(ticks);
}

/** VP8 keeps alternate reference frames in packets of their own, which show nothing. */
function isInvisibleVp8(packet: Packet): boolean {
  return ((packet.data?.[0] ?? 0) & 0x10) === 0;
}

interface Scan {
  readonly pts: readonly number[];
  readonly dts: readonly number[];
  readonly marks: readonly number[];
  readonly endTicks: number;
  readonly damaged: number;
  readonly demuxer: Demuxer;
  readonly stopped: string | null;
}

function finish({ marks, endTicks, damaged, demuxer, stopped, ...scan }: Scan): PacketIndex {
  const pts = Float64Array.from(scan.pts);
  const byPts = Uint32Array.from(pts.keys().filter((at) => Number.isFinite(pts[at]))).sort((a, b) => pts[a]! - pts[b]! || a - b);
  const shown = byPts.filter((at) => (marks[at]! & HIDDEN) === 0);
  const { num, den } = demuxer.stream.timeBase;
  const isComplete = shown.length === marks.filter((mark) => (mark & HIDDEN) === 0).length;
  const timed = isComplete && shown.every((at, place) => place === 0 || pts[at]! > pts[shown[place - 1]!]!);
  const dts = scan.dts.every((time) => Number.isFinite(time)) ? Float64Array.from(scan.dts).sort() : null;
  // A decoder starts at the first packet whatever its flag says: there is nothing before it.
  const isKey = Uint8Array.from(marks, (mark, at) => (at === 0 ? 1 : mark & KEY));
  const isHidden = Uint8Array.from(marks, (mark) => (mark & HIDDEN ? 1 : 0));
  return { pts, isKey, isHidden, shown, byPts, timed, dts, endTicks, tickSeconds: num / den, damaged, stopped };
}

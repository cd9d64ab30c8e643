import {
  AV_CODEC_ID_VP8,
  AV_NOPTS_VALUE,
  AV_PKT_FLAG_CORRUPT,
  AV_PKT_FLAG_DISCARD,
  AV_PKT_FLAG_KEY,
} from "node-av/constants";
import { Packet } from "node-av/lib";
import type { Demuxer } from "./demuxer.ts";
import { eventLoopPause } from "./event-loop-pause.ts";

/** Ticks; in a Float64Array `NaN` where a packet states none. */
type PacketTimes = Float64Array | Int32Array;

/** What packets are there, by having read them all or by the tables of the file. */
export interface PacketIndex extends ArrangedPackets {
  readonly source: "packets" | "table";
  /** End of the last frame, in ticks. */
  readonly endTicks: number;
  readonly tickSeconds: number;
  /** Packets that were cut off or marked as damaged; they count as no frame. */
  readonly damaged: number;
  /**
   * Where each packet lies in the file, in the order of decoding, -1 where nobody knows; absent
   * where packets were not read.
   */
  readonly places?: Float64Array;
  /** Where the last packet ends in the file; 0 where that is not known. */
  readonly endByte: number;
  /** Why reading ended before the end of the file. */
  readonly stopped: string | null;
}

/**
 * Every packet of a video stream, in the order of decoding, and which of them are shown. Times are
 * in ticks of the stream's clock.
 */
export interface ArrangedPackets {
  readonly pts: PacketTimes;
  readonly isKey: Uint8Array;
  /** Decode index of the first packet that says itself that it is a key frame, or -1. */
  readonly firstKey: number;
  /** Decoded but not shown: cut by an edit list, damaged, or made for reference only. */
  readonly isHidden: Uint8Array;
  /** Presentation index to decode index; ascending in pts. */
  readonly shown: Uint32Array;
  /**
   * Decode indices in ascending pts, packets that are not shown among them: finds where a seek has
   * landed.
   */
  readonly byPts: Uint32Array;
  /**
   * False when packets lack a pts, or two share one: then only a decoder knows what is shown when.
   */
  readonly timed: boolean;
}

const KEY = 1;
const HIDDEN = 2;

/**
 * Reads all packets without decoding any: about 3 µs each, so a file costs little more than reading
 * it.
 */
export async function indexPackets(demuxer: Demuxer, signal?: AbortSignal): Promise<PacketIndex> {
  using packet = new Packet();
  packet.alloc();
  const isVp8 = demuxer.stream.codecpar.codecId === AV_CODEC_ID_VP8;
  const pause = eventLoopPause(signal);
  const list = packetList();
  let lastTicks = Number.NEGATIVE_INFINITY;
  let endTicks = Number.NEGATIVE_INFINITY;
  let damaged = 0;
  let endByte = 0;
  for (;;) {
    const outcome = demuxer.read(packet);
    if (outcome !== "packet") {
      const stopped = outcome === "end" ? null : outcome.stopped;
      const { places, ...packets } = list.packets();
      const tickSeconds = tickOf(demuxer);
      return {
        ...arrangePackets(packets),
        source: "packets",
        endTicks,
        tickSeconds,
        damaged,
        places,
        endByte,
        stopped,
      };
    }
    const flags = packet.flags;
    const ticks = packet.pts;
    const time = ticks === AV_NOPTS_VALUE ? Number.NaN : Number(ticks);
    const isDamaged = (flags & AV_PKT_FLAG_CORRUPT) !== 0 || packet.size === 0;
    const isHidden =
      isDamaged || (flags & AV_PKT_FLAG_DISCARD) !== 0 || (isVp8 && isInvisibleVp8(packet));
    if (isDamaged) damaged++;
    const place = Number(packet.pos);
    endByte = Math.max(endByte, place + packet.size);
    if (!isHidden && time > lastTicks) {
      lastTicks = time;
      endTicks = time + Number(packet.duration);
    }
    list.add(time, ((flags & AV_PKT_FLAG_KEY) !== 0 ? KEY : 0) | (isHidden ? HIDDEN : 0), place);
    await pause();
  }
}

/** VP8 keeps alternate reference frames in packets of their own, which show nothing. */
function isInvisibleVp8(packet: Packet): boolean {
  return ((packet.data?.[0] ?? 0) & 0x10) === 0;
}

export function tickOf({ stream }: Demuxer): number {
  return stream.timeBase.num / stream.timeBase.den;
}

interface Packets {
  readonly pts: PacketTimes;
  /** `KEY`, `HIDDEN`, both or none. */
  readonly marks: Uint8Array;
}

/**
 * Grows in typed arrays: a long video has hundreds of thousands of packets, and memory should not
 * follow its length.
 */
function packetList() {
  let pts = new Float64Array(4096);
  let marks = new Uint8Array(4096);
  let places = new Float64Array(4096);
  let count = 0;
  return {
    add(time: number, mark: number, place: number): void {
      if (count === pts.length) {
        pts = new Float64Array(pts.buffer.transfer(pts.byteLength * 2));
        marks = new Uint8Array(marks.buffer.transfer(marks.byteLength * 2));
        places = new Float64Array(places.buffer.transfer(places.byteLength * 2));
      }
      pts[count] = time;
      places[count] = place;
      marks[count++] = mark;
    },
    packets: () => ({
      pts: pts.subarray(0, count),
      marks: marks.subarray(0, count),
      places: places.subarray(0, count),
    }),
  };
}

export function arrangePackets({ pts, marks }: Packets): ArrangedPackets {
  const isHidden = new Uint8Array(marks.length);
  const isKey = new Uint8Array(marks.length);
  let hiddenCount = 0;
  for (let at = 0; at < marks.length; at++) {
    isKey[at] = marks[at]! & KEY;
    if (marks[at]! & HIDDEN) hiddenCount += isHidden[at] = 1;
  }
  const firstKey = isKey.indexOf(1);
  // A decoder starts at the first packet whatever its flag says: there is nothing before it.
  if (isKey.length > 0) isKey[0] = 1;
  const byPts = orderByPts(pts);
  const shown = hiddenCount === 0 ? byPts : byPts.filter((at) => isHidden[at] === 0);
  const isComplete = shown.length === pts.length - hiddenCount;
  const timed = isComplete && isAscending(pts, shown);
  return { pts, isKey, firstKey, isHidden, byPts, shown, timed };
}

function isAscending(pts: PacketTimes, shown: Uint32Array): boolean {
  for (let place = 1; place < shown.length; place++)
    if (!(pts[shown[place]!]! > pts[shown[place - 1]!]!)) return false;
  return true;
}

/**
 * Insertion sort: packets are in order but for the few places that B-frames move them, and nothing
 * is allocated.
 */
function orderByPts(pts: PacketTimes): Uint32Array {
  const order = new Uint32Array(pts.length);
  let count = 0;
  let budget = pts.length * 64;
  for (let at = 0; at < pts.length; at++) {
    const time = pts[at]!;
    if (Number.isNaN(time)) continue;
    let place = count++;
    for (; place > 0 && pts[order[place - 1]!]! > time && budget > 0; place--, budget--)
      order[place] = order[place - 1]!;
    order[place] = at;
  }
  const found = order.subarray(0, count);
  // Timestamps in no order at all, from a damaged file, would take for ever.
  return budget > 0 ? found : found.sort((a, b) => pts[a]! - pts[b]! || a - b);
}

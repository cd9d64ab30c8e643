import { AV_PKT_FLAG_DISCARD, AV_PKT_FLAG_KEY, AVSEEK_FLAG_BACKWARD } from "node-av/constants";
import type { Packet } from "node-av/lib";
import { packetAt } from "./decode-plan.ts";
import { type Demuxer, openDemuxer } from "./demuxer.ts";
import { TableError } from "./mp4/table-error.ts";
import type { PacketIndex } from "./packet-index.ts";

/**
 * How many key frames before the wanted one to aim at, one after another, when a demuxer lands too
 * late.
 */
const AIMS = [0, 1, 4, 16] as const;
/**
 * Packets after a seek that the scan did not know, such as the rest of a cut one, before the
 * landing counts as unknown.
 */
const MAX_STRANGERS = 64;

/** Reads the packets of a scanned file from any place. */
export interface PacketReader extends Disposable {
  readonly demuxer: Demuxer;
  /** Fills the packet with the one at this decode index. */
  start(at: number, packet: Packet): Promise<void>;
  /**
   * Fills it with the next one and answers its decode index (-1: not in the index), or `null` at
   * the end.
   */
  next(packet: Packet): number | null;
}

/**
 * Opens a file that `index` was made from, or goes on with a demuxer of it that has been read to
 * its end; either way the reader closes it.
 */
export async function openPacketReader(
  path: string,
  index: PacketIndex,
  used?: Demuxer,
): Promise<PacketReader> {
  let demuxer = used ?? (await openDemuxer(path));
  let expected = used ? -1 : 0;

  function next(packet: Packet): number | null {
    if (demuxer.read(packet) !== "packet") return null;
    const pts = Number(packet.pts);
    const found = index.pts[expected] === pts ? expected : packetAt(index, pts);
    const at = isMoved(packet, found) ? -1 : found;
    if (index.source === "table") compare(packet, at);
    if (at >= 0) expected = at + 1;
    return at;
  }

  /**
   * Whether a packet of this time lay elsewhere when all were read: after a seek by a damaged
   * index, times are counted from a wrong one.
   */
  function isMoved({ pos }: Packet, at: number): boolean {
    const place = index.places?.[at] ?? -1;
    return place >= 0 && pos >= 0n && Number(pos) !== place;
  }

  /** What comes after another packet, and what it is, must be as the table says. */
  function compare(packet: Packet, at: number): void {
    const isNext = expected < 0 || at === expected;
    const isKey = (packet.flags & AV_PKT_FLAG_KEY) !== 0;
    const isShown = (packet.flags & AV_PKT_FLAG_DISCARD) === 0;
    if (at < 0 || !isNext || !isShown || isKey !== (index.isKey[at] === 1))
      throw new TableError(
        `${path}: the packet at ${packet.pts} is not as the table of the file says`,
      );
  }

  /** Reads on until the packet is the one wanted; false when it lies behind. */
  function readUpTo(wanted: number, packet: Packet): boolean {
    for (let strangers = 0; strangers < MAX_STRANGERS; ) {
      const at = next(packet);
      if (at === wanted) return true;
      if (at === null || at > wanted) return false;
      if (at < 0) strangers++;
    }
    return false;
  }

  function seek(wanted: number, packet: Packet): boolean {
    for (const keys of AIMS) {
      const time = index.pts[earlierKey(index, wanted, keys)]!;
      if (!Number.isFinite(time)) continue;
      expected = -1;
      if (
        demuxer.format.seekFrameSync(demuxer.stream.index, BigInt(time), AVSEEK_FLAG_BACKWARD) < 0
      )
        continue;
      if (readUpTo(wanted, packet)) return true;
    }
    return false;
  }

  return {
    get demuxer() {
      return demuxer;
    },
    next,
    async start(wanted, packet) {
      if (wanted === expected && readUpTo(wanted, packet)) return;
      if ((wanted > 0 || expected !== 0) && seek(wanted, packet)) return;
      // What cannot be sought is read again from the beginning, where packets come as they did in
      // the scan.
      demuxer[Symbol.dispose]();
      demuxer = await openDemuxer(path);
      expected = 0;
      readUpTo(wanted, packet);
    },
    [Symbol.dispose]: () => demuxer[Symbol.dispose](),
  };
}

function earlierKey(index: PacketIndex, from: number, keys: number): number {
  let left = keys;
  for (let at = from; at > 0; at--) if (index.isKey[at] && left-- === 0) return at;
  return 0;
}

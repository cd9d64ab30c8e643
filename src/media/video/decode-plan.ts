import type { PacketIndex } from "./packet-index.ts";

/** A stretch of packets to decode in one go, for the frames wanted from it. */
export interface Stretch {
  /** Decode index of the key frame to start at, and of the last packet needed. */
  readonly from: number;
  readonly to: number;
  /** Presentation indices, ascending. */
  readonly wanted: readonly number[];
}

/**
 * Cuts the wanted frames into stretches. A new one begins where packets would be decoded for
 * nothing: when the key frame that the next wanted frame needs lies beyond what has been decoded.
 */
export function planStretches(index: PacketIndex, wanted: readonly number[]): Stretch[] {
  const stretches: { from: number; to: number; wanted: number[] }[] = [];
  for (const frame of wanted) {
    const from = keyBefore(index, frame);
    const to = index.shown[frame]!;
    const last = stretches.at(-1);
    if (last && from >= last.from && from <= last.to + 1) {
      last.to = Math.max(last.to, to);
      last.wanted.push(frame);
    } else {
      stretches.push({ from, to, wanted: [frame] });
    }
  }
  return stretches;
}

/**
 * Decode index of the key frame to start at for a frame: the last one before it in decoding *and*
 * in presentation. A frame shown before its key frame (a leading picture of an open group) may
 * refer to the group before, so it starts there. `back` goes further by so many key frames.
 */
export function keyBefore(index: PacketIndex, frame: number, back = 0): number {
  const at = index.shown[frame]!;
  const time = index.pts[at]!;
  let left = back;
  for (let key = at; key > 0; key--) {
    if (index.isKey[key] && index.pts[key]! <= time && left-- === 0) return key;
  }
  return 0;
}

/** Decode index of the packet with this pts, or -1. */
export function packetAt(index: PacketIndex, pts: number): number {
  let low = 0;
  let high = index.byPts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index.pts[index.byPts[middle]!]! < pts) low = middle + 1;
    else high = middle;
  }
  const found = index.byPts[low];
  return found !== undefined && index.pts[found] === pts ? found : -1;
}

import { boxAt } from "./boxes.ts";

const normalRate = 0x10000;

/**
 * The time of a track that an edit list shows first, 0 without a list. `null` for a list that hides frames, repeats or delays any: those
 * are left to the demuxer.
 */
export function editStart(movie: Buffer, track: Buffer, pts: Int32Array): number | null {
  const list = boxAt(track, "edts", "elst");
  if (!list) return boxAt(track, "edts") ? null : 0;
  if (list.length < 8 || list.readUInt32BE(4) !== 1) return null;
  const edit = readEdit(list);
  const movieTicks = ticksPerSecond(boxAt(movie, "mvhd"));
  const trackTicks = ticksPerSecond(boxAt(track, "mdia", "mdhd"));
  if (!edit || !movieTicks || !trackTicks || edit.start < 0 || edit.rate !== normalRate) return null;
  let least = pts[0]!;
  let most = pts[0]!;
  for (let at = 0; at < pts.length; at++) {
    const time = pts[at]!;
    if (time < least) least = time;
    if (time > most) most = time;
  }
  const end = edit.start + Math.floor((edit.duration * trackTicks) / movieTicks);
  return edit.start <= least && most < end ? edit.start : null;
}

function readEdit(list: Buffer): { readonly duration: number; readonly start: number; readonly rate: number } | null {
  if (list[0] === 1) {
    if (list.length < 28) return null;
    return { duration: Number(list.readBigUInt64BE(8)), start: Number(list.readBigInt64BE(16)), rate: list.readInt32BE(24) };
  }
  if (list.length < 20) return null;
  return { duration: list.readUInt32BE(8), start: list.readInt32BE(12), rate: list.readInt32BE(16) };
}

/** From `mvhd` or `mdhd`, which begin alike. */
function ticksPerSecond(header: Buffer | null): number | null {
  if (!header || header.length < 24) return null;
  return header.readUInt32BE(header[0] === 1 ? 20 : 12) || null;
}

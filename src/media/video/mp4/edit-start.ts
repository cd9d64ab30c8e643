import { boxAt } from "./boxes.ts";

const normalRate = 0x10000;

/**
 * The time of a track that an edit list shows first, 0 without a list. `null` for a list that hides
 * frames, repeats or delays any: those are left to the demuxer.
 */
export function editStart(movie: Buffer, track: Buffer, pts: Int32Array): number | null {
  if (!boxAt(track, "edts", "elst")) return boxAt(track, "edts") ? null : 0;
  const edit = onlyEdit(movie, track, editsOf(boxAt(track, "edts", "elst")));
  const [shown, media] = statedSeconds(movie, track) ?? [0, 0];
  // A clock that contradicts the other one is looked into when all packets are read.
  if (!edit || shown > 2 * media || media > 2 * shown) return null;
  let least = pts[0]!;
  let most = pts[0]!;
  for (let at = 0; at < pts.length; at++) {
    const time = pts[at]!;
    if (time < least) least = time;
    if (time > most) most = time;
  }
  return edit.start <= least && most < edit.end ? edit.start : null;
}

/**
 * The time of a track at which the only edit that shows something ends; `null` where it has none,
 * or several.
 */
export function editEnd(movie: Buffer, track: Buffer): number | null {
  return (
    onlyEdit(
      movie,
      track,
      editsOf(boxAt(track, "edts", "elst")).filter(({ start }) => start >= 0),
    )?.end ?? null
  );
}

/**
 * Whether there is more than is shown, and the header of the track states, too, how long its edits
 * are: then somebody has cut the video on purpose. One damaged number contradicts the others.
 */
export function isCutOnPurpose(movie: Buffer, track: Buffer): boolean {
  const header = boxAt(track, "tkhd");
  if (!header || header.length < 36) return false;
  const stated = header[0] === 1 ? Number(header.readBigUInt64BE(28)) : header.readUInt32BE(20);
  const edited = editsOf(boxAt(track, "edts", "elst")).reduce(
    (sum, { duration }) => sum + duration,
    0,
  );
  const [shown, media] = statedSeconds(movie, track) ?? [0, 0];
  return media > shown + roundingSeconds && stated === edited;
}

/** More than writers leave open of their last frames. */
const mostOpen = 0.05;
const unknownTicks = 0xffffffff;

/**
 * Whether the header of the track states another length than that of its steps, so many of which
 * take `ticks`.
 */
export function isOutOfStep(track: Buffer, count: number, ticks: number): boolean {
  const header = boxAt(track, "mdia", "mdhd");
  if (!header || header.length < 24 || header[0] === 1) return false;
  const stated = header.readUInt32BE(16);
  const off = Math.abs(stated - ticks);
  return (
    stated > 0 &&
    stated !== unknownTicks &&
    off > mostOpen * stated &&
    off * count > 3 * Math.max(stated, ticks)
  );
}

/** Clocks of movies are rarely coarser than this. */
const roundingSeconds = 0.002;
/** Whether an edit starts before the start; -1 alone is allowed, for one that shows nothing. */
export function startsNowhere(track: Buffer): boolean {
  return editsOf(boxAt(track, "edts", "elst")).some(({ start }) => start < -1);
}

/** Whether an edit is to be shown faster or slower, which demuxers do not follow. */
export function asksForAnotherSpeed(track: Buffer): boolean {
  return editsOf(boxAt(track, "edts", "elst")).some(({ rate }) => rate !== normalRate);
}

/**
 * How long all edits are that show something, and how long the media of the track are, each by its
 * own clock; nothing where there are no edits.
 */
export function statedSeconds(movie: Buffer, track: Buffer): readonly [number, number] | null {
  const edits = editsOf(boxAt(track, "edts", "elst"));
  const header = boxAt(track, "mdia", "mdhd");
  const movieTicks = ticksPerSecond(boxAt(movie, "mvhd"));
  const trackTicks = ticksPerSecond(header);
  if (edits.length === 0 || !header || !movieTicks || !trackTicks) return null;
  const ticks = header[0] === 1 ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const shown = edits.reduce((sum, { start, duration }) => (start < 0 ? sum : sum + duration), 0);
  return [shown / movieTicks, ticks / trackTicks];
}

/** In ticks of the track. */
function onlyEdit(
  movie: Buffer,
  track: Buffer,
  edits: readonly Edit[],
): { readonly start: number; readonly end: number } | null {
  const [edit, second] = edits;
  const movieTicks = ticksPerSecond(boxAt(movie, "mvhd"));
  const trackTicks = ticksPerSecond(boxAt(track, "mdia", "mdhd"));
  if (
    !edit ||
    second ||
    !movieTicks ||
    !trackTicks ||
    edit.start < 0 ||
    edit.duration === 0 ||
    edit.rate !== normalRate
  )
    return null;
  return {
    start: edit.start,
    end: edit.start + Math.floor((edit.duration * trackTicks) / movieTicks),
  };
}

interface Edit {
  readonly duration: number;
  /** Below 0 where it shows nothing. */
  readonly start: number;
  readonly rate: number;
}

/** None where the list is cut off. */
function editsOf(list: Buffer | null): readonly Edit[] {
  const isLong = list?.[0] === 1;
  const [count, size] = [list && list.length >= 8 ? list.readUInt32BE(4) : 0, isLong ? 20 : 12];
  if (!list || list.length < 8 + count * size) return [];
  return Array.from({ length: count }, (_, edit) => {
    const at = 8 + edit * size;
    return isLong
      ? {
          duration: Number(list.readBigUInt64BE(at)),
          start: Number(list.readBigInt64BE(at + 8)),
          rate: list.readInt32BE(at + 16),
        }
      : {
          duration: list.readUInt32BE(at),
          start: list.readInt32BE(at + 4),
          rate: list.readInt32BE(at + 8),
        };
  });
}

/** From `mvhd` or `mdhd`, which begin alike. */
function ticksPerSecond(header: Buffer | null): number | null {
  if (!header || header.length < (header[0] === 1 ? 36 : 24)) return null;
  return header.readUInt32BE(header[0] === 1 ? 20 : 12) || null;
}

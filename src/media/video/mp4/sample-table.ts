import { areSound, boxAt, boxesIn } from "./boxes.ts";
import { editStart, isOutOfStep } from "./edit-start.ts";
import type { Moov } from "./read-moov.ts";
import { endOfSamples, readKeys, readSizes, readTimes } from "./sample-lists.ts";

/**
 * The samples of one track in the order of decoding; times in ticks of the track's clock, after its
 * edit list.
 */
export interface SampleTable {
  readonly pts: Int32Array;
  readonly isKey: Uint8Array;
  /** How long the last one of them is shown. */
  readonly lastDuration: number;
}

/** Boxes by which a demuxer may see other key frames than the list of them names. */
const keyAffecting = new Set(["stps", "sbgp", "sgpd", "stz2"]);

/**
 * What an MP4 says of every frame of a track, without reading any: a small part of the time that
 * reading them takes (`bench media`). `null` for everything that is not plain: fragments, several
 * descriptions, edits that cut, lists that contradict each other or reach beyond the end of the
 * file. Such files have to be read.
 */
export function sampleTable({ body, fileBytes }: Moov, trackId: number): SampleTable | null {
  const boxes = boxesIn(body);
  const tracks =
    boxes?.filter(({ type, body: track }) => type === "trak" && idOf(track) === trackId) ?? [];
  const [track] = tracks;
  if (
    !boxes ||
    !track ||
    !areSound(body) ||
    tracks.length > 1 ||
    boxes.some(({ type }) => type === "mvex")
  )
    return null;
  const lists = boxAt(track.body, "mdia", "minf", "stbl");
  const inner = lists && boxesIn(lists);
  if (!lists || !inner || inner.some(({ type }) => keyAffecting.has(type))) return null;
  const descriptions = boxAt(lists, "stsd");
  if (!descriptions || descriptions.length < 8 || descriptions.readUInt32BE(4) !== 1) return null;
  const sizes = readSizes(boxAt(lists, "stsz"));
  const times = sizes && readTimes(sizes.length, boxAt(lists, "stts"), boxAt(lists, "ctts"));
  const keys = sizes && readKeys(sizes.length, boxAt(lists, "stss"));
  if (
    !sizes ||
    !times ||
    !keys ||
    sizes.length === 0 ||
    isOutOfStep(track.body, sizes.length, times.ticks)
  )
    return null;
  const end = endOfSamples(sizes, {
    runs: boxAt(lists, "stsc"),
    short: boxAt(lists, "stco"),
    long: boxAt(lists, "co64"),
  });
  if (end === null || end > fileBytes) return null;
  const start = editStart(body, track.body, times.pts);
  if (start === null) return null;
  for (let at = 0; at < times.pts.length; at++) times.pts[at]! -= start;
  return { ...times, isKey: keys };
}

function idOf(track: Buffer): number | null {
  const header = boxAt(track, "tkhd");
  if (!header || header.length < 32) return null;
  return header.readUInt32BE(header[0] === 1 ? 20 : 12);
}

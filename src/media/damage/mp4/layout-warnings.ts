import type { Mp4Layout } from "../../video/mp4/read-moov.ts";

/** What was read of a file. */
export interface Read {
  /** Where the last packet ends. */
  readonly endByte: number;
  /** How many streams the file has: packets of all but one are passed over. */
  readonly streams: number;
}

/**
 * What the boxes of an MP4 tell of parts that are missing, which FFmpeg passes over without a word,
 * above all in fragmented files.
 */
export function layoutWarnings(
  { boxes, isWhole }: Mp4Layout,
  { endByte, streams }: Read,
): string[] {
  if (!isWhole)
    return ["the boxes of the file do not add up to its length: parts of it may be missing"];
  const isFragmented = boxes.some(({ type }) => type === "moof");
  const last = boxes.findLast(({ type }) => type === "mdat");
  if (!isFragmented || !last || streams > 1 || last.end <= endByte) return [];
  return [
    `${last.end - endByte} bytes at the end of the file belong to no frame: its tables may be damaged`,
  ];
}

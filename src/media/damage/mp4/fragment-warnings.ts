import { open } from "node:fs/promises";
import { areSound } from "../../video/mp4/boxes.ts";
import type { Mp4Layout } from "../../video/mp4/read-moov.ts";

/** Headers of fragments that are larger are not read. */
const mostBytes = 1 << 24;
/** Nor are files of more fragments: a day of them at two seconds each has fewer. */
const mostFragments = 50_000;

/**
 * Fragments of an MP4 whose inner boxes do not fit: FFmpeg leaves their frames out and reports
 * nothing.
 */
export async function fragmentWarnings(
  path: string,
  { boxes }: Mp4Layout,
): Promise<readonly string[]> {
  const headers = boxes.filter(
    ({ type, bodyAt, end }) => type === "moof" && end - bodyAt <= mostBytes,
  );
  if (headers.length === 0 || headers.length > mostFragments) return [];
  await using file = await open(path);
  let damaged = 0;
  for (const { bodyAt, end } of headers) {
    const { buffer } = await file.read(Buffer.alloc(end - bodyAt), 0, end - bodyAt, bodyAt);
    if (!areSound(buffer)) damaged++;
  }
  if (damaged === 0) return [];
  return [
    `the boxes within the headers of ${damaged} of ${headers.length} fragments do not add up: frames may be missing`,
  ];
}

import { type FileHandle, open } from "node:fs/promises";
import { type BoxPlace, boxHeaderBytes, boxPlace } from "./boxes.ts";

/** What describes the samples of an MP4 file, and how long the file is. */
export interface Moov {
  readonly body: Buffer;
  readonly fileBytes: number;
}

/** The outermost boxes of a file. */
export interface Mp4Layout {
  readonly boxes: readonly BoxPlace[];
  /** Whether they fill the file to its last byte. */
  readonly isWhole: boolean;
}

/** The tables of a day of video have some 60 MB. */
const mostBytes = 1 << 26;
/** A fragmented file has two boxes a fragment: enough for a day of them. */
const mostBoxes = 100_000;

/** Which boxes a file is made of, read from their headers alone. */
export async function readLayout(path: string): Promise<Mp4Layout> {
  await using file = await open(path);
  return await layoutOf(file, (await file.stat()).size);
}

async function layoutOf(file: FileHandle, fileBytes: number): Promise<Mp4Layout> {
  const header = Buffer.alloc(boxHeaderBytes);
  const boxes: BoxPlace[] = [];
  let at = 0;
  while (at < fileBytes && boxes.length < mostBoxes) {
    const { bytesRead } = await file.read(header, 0, boxHeaderBytes, at);
    const place = boxPlace(header.subarray(0, bytesRead), at, fileBytes);
    if (!place) break;
    boxes.push(place);
    at = place.end;
  }
  return { boxes, isWhole: at === fileBytes };
}

/**
 * Reads the description of a file without its pictures; `null` where the file is no plain MP4 with
 * exactly one, all in one piece.
 */
export async function readMoov(path: string): Promise<Moov | null> {
  await using file = await open(path);
  const { size: fileBytes } = await file.stat();
  const { boxes, isWhole } = await layoutOf(file, fileBytes);
  const [moov, second] = boxes.filter(({ type }) => type === "moov");
  if (
    !isWhole ||
    !moov ||
    second ||
    boxes.some(({ type }) => type === "moof") ||
    moov.end - moov.bodyAt > mostBytes
  )
    return null;
  const body = Buffer.alloc(moov.end - moov.bodyAt);
  const { bytesRead } = await file.read(body, 0, body.length, moov.bodyAt);
  return bytesRead === body.length ? { body, fileBytes } : null;
}

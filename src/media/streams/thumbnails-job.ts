import { open } from "node:fs/promises";
import type { Size } from "../image/fitted-size.ts";
import { openFrames } from "../video/open-frames.ts";
import type { Video } from "../video/open-video.ts";
import { shrinker } from "./shrink-picture.ts";

/** All frames of a video in their order, made small, written one after the other into a file. */
export interface ThumbnailsJob {
  readonly work: "thumbnails";
  readonly path: string;
  /** As people know it. */
  readonly name: string;
  readonly size: Size;
  /** Packed RGB of every frame goes here. */
  readonly output: string;
}

export interface Thumbnails {
  readonly count: number;
  /** Frames that could not be decoded: the one before stands in their place. */
  readonly failed: number;
  readonly framesPerSecond: number | null;
}

/** So many frames are written at a time. */
const pieceFrames = 256;
/**
 * Where frames in a row cannot be decoded, ever more are passed over before the next is tried, up to
 * this many: each attempt begins at a key frame.
 */
const mostPassedOver = 32;

/**
 * Frames are scaled by areas from their full size, as OpenCV's `INTER_AREA` does, rounded to 8
 * bits. Those that cannot be decoded repeat the one before, and are counted.
 */
export async function thumbnailsOf(job: ThumbnailsJob, onFrame: () => void): Promise<Thumbnails> {
  await using video = await openFrames(job, { index: "packets" });
  const count = (await video.times()).length;
  const frameBytes = job.size.width * job.size.height * 3;
  await using file = await open(job.output, "w");
  let piece = Buffer.alloc(pieceFrames * frameBytes);
  let filled = 0;
  let last: Uint8Array | undefined;
  let leading = 0;
  const write = async (bytes: Uint8Array) => {
    piece.set(bytes, filled);
    filled += bytes.length;
    if (filled < piece.length) return;
    await file.write(piece);
    filled = 0;
  };
  let failed = 0;
  for await (const pixels of smallFrames(video, count, job.size)) {
    onFrame();
    if (!pixels) failed++;
    last = pixels ?? last;
    // Frames before the first that can be decoded take that one.
    if (!last) {
      leading++;
      continue;
    }
    for (; leading > 0; leading--) await write(last);
    await write(last);
  }
  if (!last) throw new Error("no frame of it can be decoded");
  await file.write(piece.subarray(0, filled));
  piece = Buffer.alloc(0);
  return { count, failed, framesPerSecond: video.framesPerSecond };
}

/** `undefined` for frames that cannot be decoded. */
async function* smallFrames(
  video: Video,
  count: number,
  size: Size,
): AsyncGenerator<Uint8Array | undefined> {
  const shrink = shrinker(size);
  let inARow = 0;
  for (let next = 0; next < count; ) {
    try {
      const rest = Array.from({ length: count - next }, (_, i) => next + i);
      for await (const frame of video.frames(rest)) {
        const small = shrink(frame.rgb, frame);
        next++;
        inARow = 0;
        yield small;
      }
      if (next < count) throw new Error(`frame ${next} was not decoded`);
    } catch {
      // Frames come in their order, so it is the next one that cannot be had.
      const passedOver = Math.min(mostPassedOver, 1 + Math.floor(inARow / 8), count - next);
      for (let i = 0; i < passedOver; i++) yield undefined;
      next += passedOver;
      inARow += passedOver;
    }
  }
}

import { createHash } from "node:crypto";
import type { FrameRef } from "../core/asking/chat.ts";
import type { FrameRequest, MediaFrames } from "../core/data/media.ts";
import type { MediaRef } from "../core/data/sample.ts";
import { openFrameCache } from "./cache/frame-cache.ts";
import { type EncodedFrame, encodeFrame } from "./image/encode-frame.ts";
import { fittedSize, type Size } from "./image/fitted-size.ts";
import { readImage } from "./image/read-image.ts";
import { framesWanted, type Look, roundedToNanoseconds, viewOf } from "./looks/frames-wanted.ts";
import { byTableFirst } from "./video/by-table-first.ts";
import { listenToDecoder } from "./video/decoder-log.ts";
import { openFrames } from "./video/open-frames.ts";
import type { PacketIndex } from "./video/packet-index.ts";

/** One file to take frames from; everything a decoding process needs to know. */
export interface FramesJob {
  readonly work: "frames";
  readonly kind: MediaRef["kind"];
  readonly path: string;
  /** The file as people know it, for messages. */
  readonly name: string;
  readonly request: FrameRequest;
  readonly look: Look;
  /** Of frames that are stored without times. */
  readonly framesPerSecond?: number | undefined;
  /** SHA-256 of the file. */
  readonly source: string;
  readonly decoder: string;
  /** What the frames are kept under. */
  readonly cacheKey: string;
  readonly cache: { readonly directory: string; readonly maxBytes: number };
}

/**
 * Chooses, decodes and encodes the frames of one file and puts them into the cache; throws where
 * the file cannot be shown.
 */
export async function framesOf(job: FramesJob): Promise<MediaFrames> {
  const blobs = new Map<string, Uint8Array>();
  const keep = (encoded: EncodedFrame, atSeconds: number): FrameRef => {
    const { bytes, mediaType, width, height } = encoded;
    const digest = createHash("sha256").update(bytes).digest("hex");
    blobs.set(digest, bytes);
    return { atSeconds, digest, mediaType, width, height };
  };
  const taken =
    job.kind === "image"
      ? await takeImage(job, keep)
      : await byTableFirst((index) => takeVideo(job, keep, index));
  const frames: MediaFrames = { ...taken, source: job.source, decoder: job.decoder };
  await openFrameCache(job.cache).put(job.cacheKey, frames, blobs);
  return frames;
}

type Keep = (encoded: EncodedFrame, atSeconds: number) => FrameRef;
type Taken = Omit<MediaFrames, "source" | "decoder" | "file">;

async function takeImage({ path, request, look }: FramesJob, keep: Keep): Promise<Taken> {
  const { warnings, ...image } = await readImage(path);
  const noRate = { warnings, seconds: null, framesPerSecond: null };
  if ("factsOnly" in look.want) return { frames: [], distinct: 0, ...noRate };
  const frame = keep(await encodeFrame(image, request.encoding), 0);
  return { frames: [frame], distinct: 1, ...noRate };
}

async function takeVideo(job: FramesJob, keep: Keep, index: PacketIndex["source"]): Promise<Taken> {
  using log = listenToDecoder();
  const { request } = job;
  await using video = await openFrames(job, { index });
  const times = await video.times();
  // Samplers, and the times of what they choose, count from the start of the video, whatever its
  // clock says there.
  const sinceStart = (seconds: number) =>
    times[0] === 0 ? seconds : roundedToNanoseconds(seconds - times[0]!);
  const { endSeconds, framesPerSecond } = video;
  const facts = {
    times: times.map(sinceStart),
    seconds: endSeconds === null ? null : sinceStart(endSeconds),
    framesPerSecond,
    warnings: video.warnings,
  };
  const view = viewOf(facts, job.look);
  const { indices, distinct, note } = framesWanted(view, job.look.want, request.sampler);
  const wantedSize = (shown: Size) => fittedSize(shown, request.encoding.longestSide);
  const byIndex = new Map<number, FrameRef>();
  const wanted = [...new Set(indices)].sort((a, b) => a - b).map((at) => view.offset + at);
  for await (const { index, atSeconds: _, ...image } of video.frames(wanted, { wantedSize })) {
    const atSeconds = view.times[index - view.offset]!;
    byIndex.set(index, keep(await encodeFrame(image, request.encoding), atSeconds));
    release(image.rgb);
  }
  const frames = indices.map((at) => {
    const frame = byIndex.get(view.offset + at);
    if (!frame) throw new Error(`frame ${view.offset + at} of ${times.length} was not decoded`);
    return frame;
  });
  return {
    frames,
    distinct,
    seconds: view.seconds,
    framesPerSecond,
    warnings: [...(note ? [note] : []), ...video.warnings, ...(await log.warnings())],
  };
}

/**
 * Gives the memory of a decoded picture back at once: waiting for the collector, several of them
 * would pile up (bench/media-memory.ts).
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { answered, type Outcome } from "../../core/run/outcome.ts";
import { fitPixels } from "../image/fit-pixels.ts";
import { readImage } from "../image/read-image.ts";
import { releasePicture } from "../image/release-picture.ts";
import { roundedToNanoseconds } from "../looks/frames-wanted.ts";
import { type LookedFile, mediaError } from "../looks/plan-looks.ts";
import { frameShownAt } from "../samplers/frame-shown-at.ts";
import { listenToDecoder } from "../video/decoder-log.ts";
import { openFrames } from "../video/open-frames.ts";
import type { Video } from "../video/open-video.ts";
import type { PacketIndex } from "../video/packet-index.ts";
import { tablesThenPackets } from "../video/tables-then-packets.ts";

/** A frame by its place in the file, and when it is shown there. */
export interface PixelFrame {
  readonly index: number;
  readonly atSeconds: number;
}

/** Pixels of frames of one file; everything a decoding process needs to know. */
export interface PixelsJob extends Omit<LookedFile, "request"> {
  readonly work: "pixels";
  readonly shape: PixelShape;
  /** Ascending and distinct. */
  readonly frames: readonly PixelFrame[];
  /** How the places were counted. */
  readonly counted: PacketIndex["source"];
}

export interface TakenPixels {
  /** Those of all frames, one after the other. */
  readonly rgb: Uint8Array;
  /** What was noticed while they were decoded. */
  readonly warnings: readonly string[];
}

/** Decodes frames at their full size and fits each into the shape; nothing is kept on disk. */
export async function pixelsOf(
  job: PixelsJob,
  onFrame: () => void = () => undefined,
): Promise<Outcome<TakenPixels>> {
  try {
    if (job.kind === "image") return answered(await imagePixels(job));
    const take = (index: PacketIndex["source"]) => videoPixels(job, index, onFrame);
    return answered(await (job.counted === "packets" ? take("packets") : tablesThenPackets(take)));
  } catch (error) {
    return mediaError(job, error instanceof Error ? error.message : String(error));
  }
}

async function imagePixels({ path, shape }: PixelsJob): Promise<TakenPixels> {
  const { rgb, width, height, warnings } = await readImage(path);
  return { rgb: fitPixels(rgb, width, height, shape), warnings };
}

async function videoPixels(
  job: PixelsJob,
  index: PacketIndex["source"],
  onFrame: () => void,
): Promise<TakenPixels> {
  const { shape, frames, counted } = job;
  using log = listenToDecoder();
  await using video = await openFrames(job, { index });
  const places = index === counted ? frames.map((frame) => frame.index) : await shownAt(video, job);
  const size = shape.width * shape.height * 3;
  const rgb = new Uint8Array(frames.length * size);
  const taken = new Map<number, Uint8Array>();
  const wanted = [...new Set(places)].sort((a, b) => a - b);
  for await (const { index: place, width, height, rgb: whole } of video.frames(wanted)) {
    taken.set(place, fitPixels(whole, width, height, shape));
    releasePicture(whole);
    onFrame();
  }
  for (const [at, place] of places.entries()) {
    const pixels = taken.get(place);
    if (!pixels) throw new Error(`frame ${place} was not decoded`);
    rgb.set(pixels, at * size);
  }
  return { rgb, warnings: [...video.warnings, ...(await log.warnings())] };
}

/** Where the tables proved wrong, the frame that is on screen at the time is the one meant. */
async function shownAt(video: Video, { frames }: PixelsJob): Promise<readonly number[]> {
  const times = await video.times();
  const sinceStart = times.map((time) => roundedToNanoseconds(time - times[0]!));
  return frames.map(({ atSeconds }) => frameShownAt(sinceStart, atSeconds));
}

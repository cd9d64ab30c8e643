import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrameRef } from "../../../core/asking/chat.ts";
import type { FrameEncoding, MediaSource } from "../../../core/data/media.ts";
import { drawSlide, type Slide, slideSize } from "./sight-slides.ts";

/**
 * How fast slides follow: providers that look at a whole video once a second see each of them;
 * where frames are taken, one picture each will do.
 */
const paces = {
  frames: { slideSeconds: 1, framesPerSecond: 1 },
  video: { slideSeconds: 2, framesPerSecond: 2 },
} as const;
const timeLimitMs = 120_000;
const cacheBytes = 1e9;
const name = "clip.mp4";

/** A clip on this disk that shows one slide after the other. */
export interface SightClip extends AsyncDisposable {
  readonly slides: readonly Slide[];
  /** One frame of each slide, or the whole video. */
  readonly shown: readonly FrameRef[];
  bytes(frame: FrameRef): Promise<Uint8Array>;
  readonly path: string;
}

export interface SightClipOptions {
  readonly as: keyof typeof paces;
  readonly encoding: FrameEncoding;
  readonly signal: AbortSignal;
}

/**
 * Writes a clip and opens it as a run would: frames are decoded, scaled and encoded by the same
 * code. It is gone once it is disposed of.
 */
export async function sightClip(
  slides: readonly Slide[],
  { as, encoding, signal }: SightClipOptions,
): Promise<SightClip> {
  const [{ writeVideo }, { mediaSource }, { wholeVideos }, { decoderVersion }] = await Promise.all([
    import("../../../media/video/write-video.ts"),
    import("../../../media/media-source.ts"),
    import("../../../media/whole-videos.ts"),
    import("../../../media/decoder-version.ts"),
  ]);
  const { slideSeconds, framesPerSecond } = paces[as];
  const folder = mkdtempSync(join(tmpdir(), "vidimus-doctor-"));
  const path = join(folder, name);
  const media: MediaSource = mediaSource({
    root: folder,
    request: {
      sampler: {
        strategy: "explicit",
        times: slides.map((_, position) => slideSeconds * (position + 0.5)),
      },
      encoding,
    },
    cache: { directory: join(folder, "cache"), maxBytes: cacheBytes },
    timeLimitMs,
    decoder: decoderVersion(),
  });
  const dispose = async () => {
    await media[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const video = { ...slideSize, framesPerSecond, encoder: "libx264", container: "mp4" };
    writeVideo(path, video, pictures(slides, slideSeconds * framesPerSecond));
    const [taken] = await (as === "video" ? wholeVideos(media) : media).look(
      { kind: "video", path: name },
      [{}],
      { signal },
    );
    if (taken?.kind !== "answered") throw new Error(taken?.reason);
    return {
      slides,
      shown: taken.value.frames,
      bytes: (frame) => media.bytes(frame),
      path,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function* pictures(slides: readonly Slide[], each: number): Generator<Uint8Array> {
  for (const slide of slides) {
    const picture = drawSlide(slide);
    for (let frame = 0; frame < each; frame++) yield picture;
  }
}

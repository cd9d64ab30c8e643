import type { MediaRef } from "../core/data/sample.ts";
import { encodeFrame } from "./image/encode-frame.ts";
import { readImage } from "./image/read-image.ts";
import { releasePicture } from "./image/release-picture.ts";
import { timesSinceStart } from "./looks/times-since-start.ts";
import { oneAhead } from "./one-ahead.ts";
import type { KeptVideo } from "./video/kept-video.ts";

interface StillsFile {
  readonly kind: MediaRef["kind"];
  readonly path: string;
  /** As people know it. */
  readonly name: string;
  /** Of frames that are stored without times. */
  readonly framesPerSecond?: number | undefined;
}

/** All times of one file. */
export interface TimesJob extends StillsFile {
  readonly work: "times";
}

/** Some frames of one file, to look at. */
export interface StillsJob extends StillsFile {
  readonly work: "stills";
  /** Places in the order of presentation, ascending. */
  readonly frames: readonly number[];
}

/** When the frames of a file are shown, on the clock that looks and samples go by. */
export interface FileTimes {
  readonly times: Float64Array;
  /** End of the last frame; `null` where nobody knows. */
  readonly seconds: number | null;
  readonly width: number;
  readonly height: number;
  readonly codec: string;
  readonly container: string;
  readonly bitDepth: number;
}

/** What people look at; systems are shown what their task says. */
const encoding = { format: "jpeg", quality: 92, longestSide: 1920 } as const;

export async function timesOf(job: TimesJob, videos: KeptVideo): Promise<FileTimes> {
  if (job.kind === "image") {
    const { width, height } = await readImage(job.path);
    const still = { codec: "image", container: "image", bitDepth: 8 };
    return { ...still, times: new Float64Array(1), seconds: null, width, height };
  }
  return videos.use(job, async (video) => {
    const { width, height, codec, container, bitDepth } = await video.probe();
    return { width, height, codec, container, bitDepth, ...(await timesSinceStart(video)) };
  });
}

/** JPEG of each frame, in their order. */
export async function stillsOf(
  job: StillsJob,
  videos: KeptVideo,
  onFrame: () => void,
): Promise<readonly Uint8Array[]> {
  if (job.kind === "image") return [(await encodeFrame(await readImage(job.path), encoding)).bytes];
  return videos.use(job, async (video) => {
    const stills: Uint8Array[] = [];
    await oneAhead(video.frames(job.frames), async (frame) => {
      stills.push((await encodeFrame(frame, encoding)).bytes);
      releasePicture(frame.rgb);
      onFrame();
    });
    return stills;
  });
}

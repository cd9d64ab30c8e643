import type { MediaFrames } from "../core/data/media.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { type FramesJob, framesOf } from "./frames-job.ts";
import { type MediaProbe, type ProbeJob, probeOf } from "./probe-job.ts";
import { type FileTimes, type StillsJob, stillsOf, type TimesJob, timesOf } from "./stills-job.ts";
import type { AudioJob, DecodedAudio } from "./streams/audio-job.ts";
import type { Thumbnails, ThumbnailsJob } from "./streams/thumbnails-job.ts";
import { KeptVideo } from "./video/kept-video.ts";

/** What a decoding process can be asked for. */
export type MediaJob = FramesJob | ProbeJob | ThumbnailsJob | AudioJob | TimesJob | StillsJob;

/** What each kind of job gives. */
export interface JobValue {
  /** One outcome per look. */
  readonly frames: readonly Outcome<MediaFrames>[];
  readonly probe: MediaProbe;
  readonly thumbnails: Thumbnails;
  readonly audio: DecodedAudio;
  readonly times: FileTimes;
  /** JPEG of each frame. */
  readonly stills: readonly Uint8Array[];
}

/**
 * `onFrame` is called with every frame that is decoded, which may take long; `videos` keeps what
 * the next job may need again.
 */
export async function doJob(
  job: MediaJob,
  onFrame: () => void,
  videos = new KeptVideo(),
): Promise<JobValue[MediaJob["work"]]> {
  if (job.work === "frames") return framesOf(job, onFrame);
  if (job.work === "probe") return probeOf(job);
  if (job.work === "times") return timesOf(job, videos);
  if (job.work === "stills") return stillsOf(job, videos, onFrame);
  // Only where recordings are read.
  if (job.work === "audio") return (await import("./streams/audio-job.ts")).audioOf(job, onFrame);
  return (await import("./streams/thumbnails-job.ts")).thumbnailsOf(job, onFrame);
}

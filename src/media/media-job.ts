import type { MediaFrames } from "../core/data/media.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { type FramesJob, framesOf } from "./frames-job.ts";
import { type MediaProbe, type ProbeJob, probeOf } from "./probe-job.ts";
import type { AudioJob, DecodedAudio } from "./streams/audio-job.ts";
import type { Thumbnails, ThumbnailsJob } from "./streams/thumbnails-job.ts";

/** What a decoding process can be asked for. */
export type MediaJob = FramesJob | ProbeJob | ThumbnailsJob | AudioJob;

/** What each kind of job gives. */
export interface JobValue {
  /** One outcome per look. */
  readonly frames: readonly Outcome<MediaFrames>[];
  readonly probe: MediaProbe;
  readonly thumbnails: Thumbnails;
  readonly audio: DecodedAudio;
}

/** `onFrame` is called with every frame that is decoded, which may take long. */
export async function doJob(
  job: MediaJob,
  onFrame: () => void,
): Promise<JobValue[MediaJob["work"]]> {
  if (job.work === "frames") return framesOf(job, onFrame);
  if (job.work === "probe") return probeOf(job);
  // Only where recordings are read.
  if (job.work === "audio") return (await import("./streams/audio-job.ts")).audioOf(job, onFrame);
  return (await import("./streams/thumbnails-job.ts")).thumbnailsOf(job, onFrame);
}

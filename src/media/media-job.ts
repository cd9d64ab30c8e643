import type { MediaFrames } from "../core/data/media.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { type FramesJob, framesOf } from "./frames-job.ts";
import { type PixelsJob, pixelsOf, type TakenPixels } from "./pixels/pixels-job.ts";
import { type MediaProbe, type ProbeJob, probeOf } from "./probe-job.ts";

/** What a decoding process can be asked for. */
export type MediaJob = FramesJob | PixelsJob | ProbeJob;

/** What each kind of job gives. */
export interface JobValue {
  /** One outcome per look. */
  readonly frames: readonly Outcome<MediaFrames>[];
  readonly pixels: Outcome<TakenPixels>;
  readonly probe: MediaProbe;
}

/** `onFrame` is called with every frame that is decoded, which may take long. */
export function doJob(job: MediaJob, onFrame: () => void): Promise<JobValue[MediaJob["work"]]> {
  if (job.work === "frames") return framesOf(job, onFrame);
  return job.work === "pixels" ? pixelsOf(job, onFrame) : probeOf(job);
}

import type { MediaFrames } from "../core/data/media.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { type FramesJob, framesOf } from "./frames-job.ts";
import { type MediaProbe, type ProbeJob, probeOf } from "./probe-job.ts";

/** What a decoding process can be asked for. */
export type MediaJob = FramesJob | ProbeJob;

/** What each kind of job gives. */
export interface JobValue {
  /** One outcome per look. */
  readonly frames: readonly Outcome<MediaFrames>[];
  readonly probe: MediaProbe;
}

/** `onFrame` is called with every frame that is decoded, which may take long. */
export function doJob(job: MediaJob, onFrame: () => void): Promise<JobValue[MediaJob["work"]]> {
  return job.work === "frames" ? framesOf(job, onFrame) : probeOf(job);
}

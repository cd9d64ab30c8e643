import type { MediaFrames } from "../core/data/media.ts";
import { type FramesJob, framesOf } from "./frames-job.ts";
import { type MediaProbe, type ProbeJob, probeOf } from "./probe-job.ts";

/** What a decoding process can be asked for. */
export type MediaJob = FramesJob | ProbeJob;

/** What each kind of job gives. */
export interface JobValue {
  readonly frames: MediaFrames;
  readonly probe: MediaProbe;
}

export function doJob(job: MediaJob): Promise<JobValue[MediaJob["work"]]> {
  return job.work === "frames" ? framesOf(job) : probeOf(job);
}

import type { Video } from "../video/open-video.ts";
import { roundedToNanoseconds } from "./frames-wanted.ts";

/** Samplers, and the times of frames, count from the start of the video, whatever its clock says. */
export async function timesSinceStart(
  video: Video,
): Promise<{ readonly times: Float64Array; readonly seconds: number | null }> {
  const times = await video.times();
  const sinceStart = (seconds: number) =>
    times[0] === 0 ? seconds : roundedToNanoseconds(seconds - times[0]!);
  return {
    times: times.map(sinceStart),
    seconds: video.endSeconds === null ? null : sinceStart(video.endSeconds),
  };
}

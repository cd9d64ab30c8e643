import type { MediaRef } from "../../../core/data/sample.ts";
import { impliedVideo } from "../implied-video.ts";

/** The video of an annotation: a benchmark folder has it as `<domain>/videos/<video_id>.mp4`. */
export function vigilVideo(id: string, domain?: string, path?: string): MediaRef {
  if (!domain) return impliedVideo([id], path ?? `videos/${id}.mp4`);
  return impliedVideo(
    [`${domain}/videos/${id}`, `${domain}/${id}`, id],
    path ?? `${domain}/videos/${id}.mp4`,
  );
}

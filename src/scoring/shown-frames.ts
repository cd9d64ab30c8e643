import { isWholeVideo } from "../core/asking/chat.ts";
import { type Looks, shownOf } from "../core/run/looks.ts";
import type { ShownFrame } from "../summary/failure.ts";

/** So many frames of a sample are enough to see what it is about. */
const most = 6;

/** Some of the frames that a system was shown, evenly spread over all of them. */
export function shownFrames(looks: Looks): readonly ShownFrame[] {
  const all = shownOf(looks).flatMap(({ path, file, from, frames }) =>
    frames
      .filter((frame) => !isWholeVideo(frame))
      .map(
        (frame): ShownFrame => ({
          path,
          ...(file === undefined ? {} : { file }),
          ...(from === undefined ? {} : { from }),
          ...frame,
        }),
      ),
  );
  if (all.length <= most) return all;
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => all[Math.round(at * step)]!);
}

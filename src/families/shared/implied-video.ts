import type { MediaRef } from "../../core/data/sample.ts";

/**
 * A video that the data names and does not place: `names` is what its file may be called without
 * its ending, best first; `path` is where the layout usually has it.
 */
export function impliedVideo(
  names: readonly [string, ...string[]],
  path = `${names[0]}.mp4`,
): MediaRef {
  return { kind: "video", names: [...new Set(names)], path };
}

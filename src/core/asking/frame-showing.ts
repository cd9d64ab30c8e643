import type { Sample } from "../data/sample.ts";
import type { FrameRef } from "./chat.ts";

/**
 * Which of the frames that there are a system is shown; what is journalled as shown is what comes
 * out of it.
 */
export interface FrameShowing {
  /** The condition under which they are shown. */
  readonly condition: string;
  /** Asked for each picture or video of a sample by itself. */
  frames(frames: readonly FrameRef[], sample: Sample): readonly FrameRef[];
}

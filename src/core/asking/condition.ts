import type { MediaRef, Sample } from "../data/sample.ts";
import type { Json } from "../json.ts";
import type { FrameRef } from "./chat.ts";

/** A sample as a probe puts it, and how what is predicted about it is read. */
interface Conditioned {
  readonly sample: Sample;
  /**
   * What a prediction about the changed sample says about the original one; left out where that is
   * the same.
   */
  restore?(prediction: unknown): unknown;
}

/**
 * A change to what a system is shown or asked, the same for every sample of a task: without the
 * video, with another video, with options in another order. Scores are always about the original
 * sample. Every change is decided by the sample and the condition alone.
 */
export interface Condition {
  readonly id: string;
  /** Everything that decides the change: part of the work key. */
  readonly identity: Json;
  /**
   * Reads all samples before the first is changed, where a change needs others; what it returns is
   * part of the work key too.
   */
  survey?(samples: AsyncIterable<readonly Sample[]>): Promise<Json>;
  sample?(sample: Sample): Conditioned;
  /** Whether it takes pictures and videos away, so that a system that sees is asked without. */
  readonly isBlind?: boolean;
  /**
   * The frames to show of what one look gave. Only systems that are shown frames can be put under a
   * condition that changes them.
   */
  frames?(frames: readonly FrameRef[], sample: Sample): readonly FrameRef[];
}

/** What a condition does to looks; what is journalled as seen is what comes out of it. */
export interface ConditionedLooks {
  readonly condition: string;
  /** What the sample is about, where other videos are shown, or none. */
  ownRefs(sample: Sample): readonly MediaRef[];
  frames?: Condition["frames"];
}

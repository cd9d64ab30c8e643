import type { FrameRef } from "../core/asking/chat.ts";
import type { OutcomeKind } from "../core/run/outcome.ts";
import type { View } from "../core/scores/view.ts";

export interface Failure {
  readonly sample: string;
  readonly errorClass: string;
  readonly outcome: OutcomeKind;
  readonly reason?: string;
  /** The last reply as the system wrote it, cut where it is very long. */
  readonly reply?: string;
  readonly view: View;
  /** Some of the frames that the system was shown; only where it was shown any. */
  readonly frames?: readonly ShownFrame[];
}

/** A frame that was shown, and the file that it is of. */
export interface ShownFrame extends FrameRef {
  /** As the data names it. */
  readonly path: string;
  /** Where it was found, where that is elsewhere. */
  readonly file?: string;
  /** The start of the part of the file that was shown, in seconds; its times count from there. */
  readonly from?: number;
}

import type { FrameRef } from "../core/chat.ts";
import type { PlannedSample } from "../core/dataset.ts";
import type { Grades } from "../core/measure.ts";
import type { Outcome } from "../core/outcome.ts";
import type { ReplyEvent } from "../core/run-event.ts";
import type { Cell } from "./cell.ts";

/** One sample with everything the log says about it, handed to whoever scores or shows progress. */
export interface Settled {
  readonly cell: Cell;
  readonly planned: PlannedSample;
  /** `undefined`: not reached yet. */
  readonly outcome: Outcome<unknown> | undefined;
  readonly grades: Grades;
  /** What the system was shown. */
  readonly frames: readonly FrameRef[];
  readonly replies: readonly ReplyEvent[];
  /** The extractor that `outcome` was read with. */
  readonly extractor: string | undefined;
  /** Whether this run of the program did the work; otherwise it was in the log. */
  readonly isNew: boolean;
}

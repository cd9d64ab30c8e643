import type { EndedSample } from "../core/run/ended-sample.ts";
import type { Cell } from "./cell.ts";

/** One sample as it ended, handed to what scores it and shows progress. */
export interface Settled extends EndedSample {
  readonly cell: Cell;
  /** Whether this run of the program did the work; otherwise it was in the log. */
  readonly isNew: boolean;
}

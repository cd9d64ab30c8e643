import type { Answer } from "./answer.ts";

/** Thrown where work stays open, to be taken up again by another start. */
export class LeftOpen extends Error {
  /**
   * What the requests came to that were made for it all the same: they are paid for, and belong in
   * the log.
   */
  asked: Answer | undefined;
}

/**
 * Thrown where the run is being left: the work stays open and is taken up again by the next start.
 */
export class Interrupted extends LeftOpen {
  override readonly name = "Interrupted";
}

/** Thrown where a system is not asked any more, while others go on: its work stays open. */
export class SystemStopped extends LeftOpen {
  override readonly name = "SystemStopped";
}

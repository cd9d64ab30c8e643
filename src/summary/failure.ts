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
}

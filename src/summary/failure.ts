import type { OutcomeKind } from "../core/outcome.ts";
import type { View } from "../core/view.ts";

export interface Failure {
  readonly sample: string;
  readonly errorClass: string;
  readonly outcome: OutcomeKind;
  readonly reason?: string;
  /** The last reply as the system wrote it, cut where it is very long. */
  readonly reply?: string;
  readonly view: View;
}

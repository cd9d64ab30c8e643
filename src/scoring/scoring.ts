import type { Price, Prices } from "../core/asking/price.ts";
import type { ProtocolSettings } from "../core/asking/protocol.ts";
import type { System } from "../core/asking/system.ts";
import type { MediaWarning } from "../core/data/media.ts";
import type { Digest } from "../core/digest.ts";
import type { Lent } from "../core/family/lent.ts";
import type { Family } from "../core/family.ts";
import type { Outcome } from "../core/run/outcome.ts";
import type { FailureClass } from "../summary/outcome-summary.ts";
import type { UnansweredPolicy } from "../summary/score-summary.ts";
import type { GraderSystem } from "./grader-meter.ts";
import type { ScoredLabels } from "./label-scorer.ts";
import type { SampleResources } from "./resource-meter.ts";

/** How a task's samples are scored; nothing here changes what was asked. */
export interface Scoring {
  readonly family: Family;
  readonly settings: ProtocolSettings<unknown>;
  readonly lent: Lent;
  /** Ids of the metrics to compute; all where absent. */
  readonly metrics?: readonly string[] | undefined;
  readonly unanswered: UnansweredPolicy;
  /** Fields of the sample to break scores down by, beside the family's own slices. */
  readonly slices: readonly string[];
  /** The first is the one that counts. */
  readonly extractors: readonly string[];
  readonly seed: number;
  /**
   * As the log's asks are digested: a stored reply is read only as the answer to the very same ask.
   */
  readonly digest: Digest;
  /** What models cost. */
  readonly prices?: Prices | undefined;
  /** What people say of the answers. */
  readonly labels?: ScoredLabels | undefined;
}

/** The system whose answers are scored. */
export interface ScoredSystem extends Pick<System, "id" | "kind" | "speaks"> {
  /** As it is configured. */
  readonly model?: string | undefined;
  readonly listPrice?: Price | undefined;
  /** Parameters that it is known not to send. */
  readonly dropped?: readonly string[] | undefined;
  /** Whether it is set against others, so that it is remembered which samples it was put. */
  readonly isCompared?: boolean | undefined;
  /** Who grades its answers, by role. */
  readonly graders?: Readonly<Record<string, GraderSystem>> | undefined;
}

/** What one sample came to, for tables of samples. */
export interface Marked {
  readonly outcome: Outcome<unknown> | undefined;
  readonly errorClass: string | null;
  /** Only where our side could not put it, or nobody graded it. */
  readonly failureClass?: FailureClass | undefined;
  /** Contributions by metric id, of the metrics that are means over samples. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Counted from 1; only where samples are asked more than once. */
  readonly repeat?: number | undefined;
  readonly resources?: SampleResources | undefined;
  /** What asking graders about the answer took. */
  readonly grading?: SampleResources | undefined;
  readonly warnings?: readonly MediaWarning[] | undefined;
}

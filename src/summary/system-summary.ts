import type { Curve, Table } from "../core/scores/analysis.ts";
import type { AskedSummary } from "./asked-summary.ts";
import type { AspectSummary } from "./aspect-summary.ts";
import type { ErrorCosts } from "./error-cost.ts";
import type { Failure } from "./failure.ts";
import type { GraderSummary } from "./grader-summary.ts";
import type { FailureClass, OutcomeCounts, ReasonCount } from "./outcome-summary.ts";
import type { ProbeSummary } from "./probe-summary.ts";
import type { RepeatSummary } from "./repeat-summary.ts";
import type { ResourceSummary } from "./resource-summary.ts";
import type { Scores, SliceSummary, UnansweredPolicy } from "./score-summary.ts";
import type { TargetVerdict } from "./target-verdict.ts";
import type { WarningSummary } from "./warning-summary.ts";

export interface SystemSummary {
  readonly id: string;
  readonly kind: string;
  /** Only of systems that are shown frames, or set options for themselves. */
  readonly asked?: AskedSummary;
  /** Only of probes. */
  readonly probe?: ProbeSummary;
  /** Samples that are scored. */
  readonly n: number;
  /** Samples that were planned. */
  readonly total: number;
  /**
   * The share of `total` that was put to the system and came back: not `missing`, `media-error`,
   * `failed` or pending; `null` where nothing was planned.
   */
  readonly coverage: number | null;
  /** The share of `total` with a readable answer; `null` where nothing was planned. */
  readonly answered: number | null;
  readonly groups: number;
  readonly outcomes: OutcomeCounts;
  /**
   * Failures and media errors by their class, such as `rate` or `too-large`; only where there are
   * some.
   */
  readonly failureClasses?: Readonly<Partial<Record<FailureClass, number>>>;
  /**
   * Why samples have no answer: the most frequent reasons of each kind of outcome, kinds in their
   * usual order, the most frequent first.
   */
  readonly reasons: readonly ReasonCount[];
  /** Only where something was noticed about pictures or videos that were shown all the same. */
  readonly warnings?: WarningSummary;
  /** The id of the metric to read first. */
  readonly headline: string;
  /**
   * How samples without an answer count in `metrics`: `empty` as the family's empty prediction,
   * `exclude` not at all.
   */
  readonly unanswered: UnansweredPolicy;
  readonly metrics: Scores;
  /** The same scores under the other policy. */
  readonly otherPolicy: { readonly unanswered: UnansweredPolicy; readonly metrics: Scores };
  /**
   * Whether scores keep what they are held to; only where there are targets, and not of baselines.
   */
  readonly targets?: readonly TargetVerdict[];
  /** By slice name, then by value. */
  readonly slices: Readonly<Record<string, Readonly<Record<string, SliceSummary>>>>;
  readonly analyses: readonly AnalysisSummary[];
  /**
   * How the same replies score when read by each extractor; empty where there is but one, or where
   * there are no replies.
   */
  readonly extractors: readonly ExtractorSummary[];
  /** Number of mistakes by class. */
  readonly errors: Readonly<Record<string, number>>;
  /** What they cost; only where that can be said. */
  readonly errorCosts?: ErrorCosts;
  /** A few mistakes to look at. */
  readonly failures: readonly Failure[];
  readonly remarks: readonly string[];
  /** How many answers were graded, by role; only where the task has graders. */
  readonly graders?: readonly GraderSummary[];
  /**
   * What people say of the answers, and how far a judge agrees with them; only where people
   * labelled some, or a judge was to.
   */
  readonly aspects?: readonly AspectSummary[];
  /** What asking took; only of systems that say something about their requests. */
  readonly resources?: ResourceSummary;
  /**
   * Only where samples were asked more than once. Scores, counts and slices above are then about
   * all answers together, intervals about samples.
   */
  readonly repeats?: RepeatSummary;
}

export interface AnalysisSummary {
  readonly id: string;
  readonly title: string;
  readonly data: Table | Curve;
}

export interface ExtractorSummary {
  readonly id: string;
  readonly isPrimary: boolean;
  readonly metrics: Scores;
  /** Samples on which it reads something else than the primary extractor. */
  readonly disagreements: number;
}

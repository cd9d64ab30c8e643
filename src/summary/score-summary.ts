import type { ReferenceLine } from "../core/scores/metric.ts";

export type UnansweredPolicy = "empty" | "exclude";

export type Scores = Readonly<Record<string, ScoreSummary>>;

export interface ScoreSummary {
  readonly title: string;
  /**
   * `proportion`: the share of samples that are right, so that `value * n` counts them; `mean`: a
   * mean over samples; `corpus`: a number about the set as a whole.
   */
  readonly kind: "proportion" | "mean" | "corpus";
  /** Only for sums of counts over the samples. */
  readonly isTotal?: true;
  /**
   * The best value that the metric can take on any samples; `ceiling` is about these ones. Where it
   * is below `worst`, less is better.
   */
  readonly best: number;
  /** `null` where there is no worst value. */
  readonly worst: number | null;
  /** `null` where the score is not defined. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
  readonly n: number;
  /** Samples that would count but for their hidden truth; only where there are some. */
  readonly hidden?: number;
  /**
   * Equal ones mean comparable numbers: the metric's own signature, then how samples without an
   * answer count (where that matters to the metric) and which extractor read the replies (where
   * there were any).
   */
  readonly signature: string;
  /**
   * What a perfect system would reach on these samples; reports call it the oracle. `null` where
   * that cannot be known.
   */
  readonly ceiling: number | null;
  readonly references: readonly ReferenceLine[];
  /**
   * Where the score would lie if all samples that could not be scored were wrong, or right, the
   * lower first; only where some could not.
   */
  readonly bounds?: readonly [number, number];
  /**
   * The lowest and highest score over the orders of what the system ranked equal; only where they
   * are more than .001 apart.
   */
  readonly ties?: readonly [number, number];
}

export interface SliceSummary {
  readonly n: number;
  readonly metrics: Scores;
}

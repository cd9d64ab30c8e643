import type { ScoreSummary, UnansweredPolicy } from "./score-summary.ts";

/**
 * What is seen of a difference. `unclear`: not shown to differ; `same`: no sample scores
 * differently; `none`: there is no difference, or no test of it.
 */
export type DifferenceVerdict = "better" | "worse" | "unclear" | "same" | "none";

/** What `vidimus compare` finds. Fractions, never percentages. */
export interface ComparisonDocument {
  readonly schema: "vidimus-comparison/1";
  /** What was compared, the baseline first. */
  readonly sources: readonly string[];
  readonly tasks: readonly ComparedTask[];
  /** What a reader of all differences must know. */
  readonly notes: readonly string[];
}

/** One task, or one system of it where runs of several systems are compared. */
export interface ComparedTask extends TaskComparisons {
  readonly id: string;
  readonly family: string;
  /** The system that is compared between runs; only where runs have several. */
  readonly of?: string;
}

/** The systems of a task set against each other, sample by sample. */
export interface TaskComparisons {
  /** Every system against the first one. */
  readonly comparisons: readonly SystemComparison[];
  /** Every two systems by the headline metric; only of three or more. */
  readonly pairs?: readonly SystemPairTest[];
}

/** A system against the one that it is compared with, on the samples that are scored for both. */
export interface SystemComparison {
  readonly system: string;
  readonly baseline: string;
  /** The id of the metric to read first. */
  readonly headline: string;
  readonly samples: AlignedSamples;
  /** Systems of the two that left samples without an answer; only where some did. */
  readonly unanswered?: readonly UnansweredSamples[];
  /** By metric id. */
  readonly metrics: Readonly<Record<string, ComparedScore>>;
  /** The headline metric by slice name, then by value; only where asked for. */
  readonly slices?: Readonly<Record<string, Readonly<Record<string, ComparedScore>>>>;
  /** Absent where no metric is a mean over samples, and more than 500 would be scored alone. */
  readonly flips?: FlipSummary;
  /** What a reader of the differences must know. */
  readonly notes?: readonly string[];
}

/** Which samples are in a comparison. Of repeated samples every answer counts. */
export interface AlignedSamples {
  readonly aligned: number;
  /** Samples that are not scored for both. */
  readonly leftOut: number;
  /**
   * Why. A sample may be left out for reasons on both sides and then counts in both.
   */
  readonly reasons: readonly LeftOutReason[];
}

export interface LeftOutReason {
  /** The system that has no score for the samples. */
  readonly system: string;
  /** `pending`: not reached; `absent`: not among the samples that were put to it. */
  readonly outcome: "media-error" | "failed" | "pending" | "absent";
  readonly count: number;
  /** A few of the samples. */
  readonly samples: readonly string[];
}

/** Samples that a system left without an answer by its own doing. */
export interface UnansweredSamples {
  readonly system: string;
  /** All samples that were planned for it, answers to repeats included. */
  readonly planned: number;
  /** What they count as: the empty answer, or nothing. */
  readonly policy: UnansweredPolicy;
  readonly outcomes: readonly {
    readonly outcome: "unparsed" | "refused" | "truncated" | "missing";
    readonly count: number;
    /** A few of the samples. */
    readonly samples: readonly string[];
  }[];
}

/** The difference of two systems by one metric: the system's score minus the baseline's. */
export interface ComparedScore
  extends Pick<ScoreSummary, "title" | "kind" | "isTotal" | "best" | "worst"> {
  /** The baseline's score on the samples that count for both. */
  readonly baseline: number | null;
  /** The system's. */
  readonly value: number | null;
  readonly difference: number | null;
  /** Ends of its 95 % interval. */
  readonly low: number | null;
  readonly high: number | null;
  /** How the interval was made, or why there is none. */
  readonly interval: string;
  /** Two-sided, paired and by groups; `null` where there is no test. */
  readonly p: number | null;
  readonly test: string;
  /** The p-value corrected for all that was tested beside it. */
  readonly adjusted: number | null;
  /** Headline metrics by Holm; everything else, which is exploratory, by Benjamini and Hochberg. */
  readonly correction: "Holm" | "Benjamini–Hochberg";
  /** By the corrected p-value at .05. */
  readonly verdict: DifferenceVerdict;
  /**
   * The smallest true difference that a test at .05 of such systems on such samples finds four
   * times out of five; `null` where that is not known.
   */
  readonly minimumDetectableEffect: number | null;
  /** Samples that count for both. */
  readonly n: number;
  readonly groups: number;
  /** Only of metrics that are means over samples. */
  readonly changes?: ChangeCounts;
  /** Only where a selfcheck says how much scores move when the same is asked again. */
  readonly noise?: DifferenceNoise;
}

/** What asking again adds to a difference. */
export interface DifferenceNoise {
  /** Of the difference, by the noise alone. */
  readonly standardError: number;
  /** What two askings of equal systems stay below in 95 % of cases. */
  readonly floor: number;
  /** The 95 % interval with the noise added; `low` and `high` of the score are without. */
  readonly low: number | null;
  readonly high: number | null;
  /** Whether the difference is no larger than the floor. */
  readonly isWithin: boolean;
  /** The systems whose noise is known; that of the others counts as none. */
  readonly known: readonly string[];
  /** Samples that were asked again, the fewer of both. */
  readonly samples: number;
}

/** Samples on which the system is better than the baseline, worse, and as good. */
export interface ChangeCounts {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Samples that the systems score differently on. */
export interface FlipSummary {
  /**
   * The metric that they are told by: the headline where it is a mean over samples, else another
   * that is, else the headline of each sample by itself.
   */
  readonly metric: string;
  readonly wins: number;
  readonly losses: number;
  /** The first of them, losses before wins, the largest differences first. */
  readonly samples: readonly Flip[];
}

export interface Flip {
  readonly sample: string;
  readonly baseline: number;
  readonly value: number;
  readonly change: "win" | "loss";
}

/** Two systems of several, by the headline metric. */
export interface SystemPairTest {
  readonly first: string;
  readonly second: string;
  /** The first system's score minus the second's. */
  readonly difference: number | null;
  readonly p: number | null;
  /** By Holm's correction over all pairs of all tasks. */
  readonly adjusted: number | null;
  /** Of the first system. */
  readonly verdict: DifferenceVerdict;
}

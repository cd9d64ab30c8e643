/**
 * How often each sample counts: whole numbers for slices and resamples, real ones for Bayesian
 * weights.
 */
export type Weights = Uint32Array | Float64Array;

/**
 * Scores any multiset of the prepared samples (none given: each once); `null` where the score is
 * not defined.
 */
export interface Score {
  (weights?: Weights): number | null;
  /** Set where samples of one class are alike to the score; resampling whole groups uses it. */
  readonly byClass?: ClassScore;
  /**
   * Set where much of the samples can be passed over: the same score for weightings that are 0
   * wherever `base` is, such as the resamples of a slice.
   */
  within?(base: Weights): Score;
}

/** A score that depends on nothing but how much the samples of each class weigh together. */
export interface ClassScore {
  /** The class of each sample, below `classCount`. */
  readonly classes: Uint32Array;
  readonly classCount: number;
  score(classWeights: Float64Array): number | null;
}

/** A figure to read a score against, such as guessing or always giving the most frequent answer. */
export interface ReferenceLine {
  readonly id: "chance" | "majority";
  readonly value: number;
  /** What a reader must know to read it right, for example that it was fitted on the test data. */
  readonly note?: string;
}

interface MetricCommon<Evidence> {
  readonly id: string;
  /** Shorter names by which it can be asked for too. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly signature: string;
  /** The signature of the measure whose evidence it reads. */
  readonly measure: string;
  readonly best: number;
  /**
   * `null` where there is no worst value: scores above a best of 0, or below any other best, have
   * no limit.
   */
  readonly worst: number | null;
  /**
   * Which samples count. Without it, those that the policy on missing answers lets count;
   * `answered`: answered ones only, for rates that an empty answer would flatter; `all`: all scored
   * ones, for figures about the missing answers themselves.
   */
  readonly population?: "answered" | "all";
  /** What a perfect system reaches on these samples, where that is less than `best`. */
  ceiling?(evidence: Iterable<Evidence>): number;
  /**
   * Why the truth itself may stay below the ceiling, where what is best for this metric is not best
   * for others.
   */
  readonly belowCeiling?: string;
  references?(evidence: Iterable<Evidence>): readonly ReferenceLine[];
  /** Packs the evidence once, fixing what depends on the whole set. */
  prepare(evidence: Iterable<Evidence>): Score;
}

/** A mean of what each sample contributes, so that exact intervals and paired tests exist. */
export interface SampleMetric<Evidence = unknown> extends MetricCommon<Evidence> {
  /** `proportion`: every contribution is 0 or 1. */
  readonly kind: "proportion" | "mean";
  /** What one sample contributes; `null` when it does not count. */
  value(evidence: Evidence): number | null;
}

/** See `CorpusMetric`. */
export type SmallSetBias = "root" | "kept";

/** A number about a set as a whole: macro averages, F1, mAP, CIDEr. */
export interface CorpusMetric<Evidence = unknown> extends MetricCommon<Evidence> {
  readonly kind: "corpus";
  /**
   * The worst value that these samples allow, where there is none for all sets: only groups that
   * all score the same are judged by it.
   */
  worstOn?(evidence: Iterable<Evidence>): number | null;
  /**
   * Whether a sample counts; all do if absent. What does not count is in no n and no group of an
   * interval.
   */
  counts?(evidence: Evidence): boolean;
  /**
   * For a rate of events, such as alarms per hour: what the sample adds to the denominator. Its
   * interval is then Poisson, widened where events come in bursts.
   */
  exposure?(evidence: Evidence): number;
  /**
   * The lowest and highest score over the orders of what is ranked equal, where the order is no
   * part of the answer; `null` where not defined.
   */
  tieRange?(evidence: Iterable<Evidence>): readonly [low: number, high: number] | null;
  /** A sum over the samples instead of a rate: twice the samples, twice the score. */
  readonly isTotal?: boolean;
  /**
   * What small sets add to the score. `root`: an amount that falls only with the square root of
   * their size, as the highest precision at or after each rank does. `kept`: it is part of the
   * score, since what guessing reaches is told of sets of the same size. Otherwise it falls with the
   * size, and intervals are about the score without it.
   */
  readonly smallSetBias?: SmallSetBias;
}

/** A number about a set of samples. */
export type Metric<Evidence = unknown> = SampleMetric<Evidence> | CorpusMetric<Evidence>;

/** Whether a smaller score is the better one. */
export function lessIsBetter({ best, worst }: Pick<Metric, "best" | "worst">): boolean {
  return worst === null ? best === 0 : worst > best;
}

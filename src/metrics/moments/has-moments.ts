/** A stretch of a video. */
export interface MomentSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

interface FoundMoment extends MomentSpan {
  readonly confidence: number;
}

/** What metrics of moment retrieval read of one query about one video. */
export interface HasMoments {
  /** Where what is asked for happens. */
  readonly truths: readonly MomentSpan[];
  /** What the system found, best first; empty where it found nothing. */
  readonly found: readonly FoundMoment[];
}

/**
 * What metrics of highlight detection read of one query about one video, which is cut into clips of
 * equal length.
 */
export interface HasSaliency {
  /**
   * One score for each clip, in the order of time. Scores past the last clip are not read but for
   * the highest; a missing one is 0.
   */
  readonly scores: readonly number[];
  readonly clipCount: number;
  /** The clips that somebody graded, with one grade of each rater; all others have grade 0. */
  readonly graded: readonly GradedClip[];
}

interface GradedClip {
  /** From 0. */
  readonly clip: number;
  /** 0 (very bad) to 4 (very good), one of each rater, in the same order for all clips. */
  readonly grades: readonly number[];
}

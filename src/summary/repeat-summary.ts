import type { Scores } from "./score-summary.ts";

export interface RepeatSummary {
  readonly count: number;
  /** By metric id. */
  readonly metrics: Readonly<Record<string, RepeatedScore>>;
  /** Scores of the answer that most repeats gave, where the family says what that is. */
  readonly vote?: Scores;
}

export interface RepeatedScore {
  /** Over repeats; `null` where the score is defined for none of them. */
  readonly mean: number | null;
  /** Sample standard deviation over repeats; `null` for fewer than two. */
  readonly deviation: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  /**
   * Of proportions: the share of samples that at least one repeat gets right (pass@k), and that all
   * do.
   */
  readonly any?: number | null;
  readonly all?: number | null;
  /**
   * Of proportions: pass@k by k (1, 2, 4, 8 and so on, and the number of repeats): how likely one
   * of k answers is right, estimated from all repeats.
   */
  readonly passAt?: Readonly<Record<string, number>>;
}

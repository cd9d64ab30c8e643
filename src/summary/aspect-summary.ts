import type { Table } from "../core/scores/analysis.ts";
import type { QuoteRule } from "../core/scores/aspect.ts";
import type { Scores } from "./score-summary.ts";

/** One aspect of a system's answers, such as faithfulness. */
export interface AspectSummary {
  readonly id: string;
  readonly title: string;
  /** Only where people labelled answers. */
  readonly people?: PeopleSummary;
  /** Only where the task has a judge of this aspect. */
  readonly judge?: JudgeSummary;
}

/** What people say of a system's answers. */
export interface PeopleSummary {
  /** Those who labelled answers before anything was adjudicated. */
  readonly raters: readonly string[];
  /** Answers that there were to label. */
  readonly answers: number;
  /** Answers with a label. */
  readonly labelled: number;
  /** Answers that two raters or more labelled: agreement is about these. */
  readonly shared: number;
  readonly adjudicated: number;
  /** Answers on which raters differ and nothing decides. */
  readonly disputed: number;
  /**
   * How far raters agree, before anything was adjudicated; the first decides whether `scores` are
   * quoted. Empty with a single rater.
   */
  readonly agreement: Scores;
  /** What must be above which limit for `scores` to be quoted. */
  readonly rule: QuoteRule;
  /** Why `scores` are not quoted; `null` where they are. */
  readonly withheld: string | null;
  /** Empty while they are withheld. */
  readonly scores: Scores;
}

/** How far a judge agrees with people. */
export interface JudgeSummary {
  readonly role: string;
  /** As signatures of scores name it. */
  readonly name: string;
  /** Answers of which people and the judge both say something. */
  readonly n: number;
  /** Empty where `n` is 0: the judge is not checked against people. */
  readonly agreement: Scores;
  /**
   * A row for each thing that people say, a column for each that the judge says; only where what
   * people say is quoted.
   */
  readonly confusion?: Table;
}

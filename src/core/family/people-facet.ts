import type { Grader } from "../asking/grader.ts";
import type { FeedbackProposal, ReportedFeedback } from "../data/feedback.ts";
import type { Sample } from "../data/sample.ts";
import type { Result } from "../result.ts";
import type { Aspect } from "../scores/aspect.ts";
import type { Annotating } from "./annotating.ts";

/** Who judges answers beside the metrics: models in the place of people, and people. */
export interface PeopleFacet<S extends Sample, Prediction, Options> {
  readonly graders: readonly Grader<S, Prediction, Options>[];
  /** What people can be asked about an answer; files of labels name these. */
  readonly aspects?: readonly Aspect[];
  /**
   * Sets the truths that two annotators gave one sample side by side; `undefined` where they cannot
   * be compared, such as where one of them is hidden.
   */
  compareAnnotators?(first: S, second: S): AnnotatorPair | undefined;
  /** How samples are made by annotating videos, where they can be. */
  readonly annotating?: Annotating<S>;
  /**
   * What feedback from production would change in the sample that it is about, or the sample that
   * it would add where the dataset has none; feedback that names its members itself needs no family.
   */
  propose?(feedback: ReportedFeedback, sample: S | undefined): Result<FeedbackProposal>;
}

/**
 * What two annotators say of one sample: a label for each of its items, in the same order, or for
 * how many seconds both, one or neither of them marked something.
 */
export type AnnotatorPair =
  | {
      readonly kind: "labels";
      readonly first: readonly string[];
      readonly second: readonly string[];
    }
  | ({ readonly kind: "time" } & MarkedTime);

/** In seconds; each member is apart from the others. */
export interface MarkedTime {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

import type { Grader } from "../asking/grader.ts";
import type { Sample } from "../data/sample.ts";
import type { Aspect } from "../scores/aspect.ts";

/** Who judges answers beside the metrics: models in the place of people, and people. */
export interface PeopleFacet<S extends Sample, Prediction, Options> {
  readonly graders: readonly Grader<S, Prediction, Options>[];
  /** What people can be asked about an answer; files of labels name these. */
  readonly aspects?: readonly Aspect[];
}

import type { GraderNames } from "../asking/grader.ts";
import type { Grades } from "../scores/measure.ts";

/** How a prediction was scored, so that a view can show what counted. */
export interface ScoredBy<Options> {
  readonly options: Options;
  readonly graders: GraderNames;
  readonly grades: Grades;
}

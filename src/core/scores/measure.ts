import type { Sample } from "../data/sample.ts";
import type { OutcomeKind } from "../run/outcome.ts";

/**
 * Grades of one prediction by the name of the grader's role; empty where the task has no graders.
 */
export type Grades = Readonly<Record<string, unknown>>;

/**
 * What is known about one sample after the run. For a sample without an answer, `prediction` is the
 * family's empty one.
 */
export interface Observation<S extends Sample, Prediction> {
  readonly sample: S;
  readonly prediction: Prediction;
  readonly outcome: OutcomeKind;
  readonly grades: Grades;
  /** How long the system took over it, where its requests were timed. */
  readonly seconds?: number | undefined;
  /** Where the sample stands in the data; absent where nobody knows. */
  readonly position?: number | undefined;
}

/**
 * Turns one observation into evidence (plain JSON), once; every metric that names the measure
 * shares it.
 */
export interface Measure<S extends Sample, Prediction, Evidence> {
  readonly signature: string;
  measure(observation: Observation<S, Prediction>): Evidence;
}
